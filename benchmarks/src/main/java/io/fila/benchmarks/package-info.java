/** Measurements of the structures and of the whole. */
@NullMarked
package io.fila.benchmarks;

import org.jspecify.annotations.NullMarked;
