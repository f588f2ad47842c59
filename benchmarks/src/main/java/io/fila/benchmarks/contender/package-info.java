/** Brokers that are measured, each in a process of its own, started the way a user would. */
@NullMarked
package io.fila.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
