/** Brokers that are measured, each in its own process, started as a user would start it. */
@NullMarked
package io.fila.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
