/** Inputs that nobody would send on purpose, for everything that reads what others wrote. */
@NullMarked
package io.fila.server.fuzz;

import org.jspecify.annotations.NullMarked;
