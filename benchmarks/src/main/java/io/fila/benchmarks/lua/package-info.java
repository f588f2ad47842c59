/** What a hook costs. */
@NullMarked
package io.fila.benchmarks.lua;

import org.jspecify.annotations.NullMarked;
