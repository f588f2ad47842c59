/** What must hold whatever happens: one law a file, and the referee that asks each of them. */
@NullMarked
package io.fila.simulator.law;

import org.jspecify.annotations.NullMarked;
