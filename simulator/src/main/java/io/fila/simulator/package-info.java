/** Seeded simulation of a broker's whole life. */
@NullMarked
package io.fila.simulator;

import org.jspecify.annotations.NullMarked;
