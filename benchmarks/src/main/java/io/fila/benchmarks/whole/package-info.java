/** A first measure of the whole: the broker in a process of its own, beside another on the same machine. */
@NullMarked
package io.fila.benchmarks.whole;

import org.jspecify.annotations.NullMarked;
