/** What a scheduling decision and a whole delivery cost inside the core. */
@NullMarked
package io.fila.benchmarks.core;

import org.jspecify.annotations.NullMarked;
