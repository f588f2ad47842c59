/** The broker's one door: everything that can be asked of it. */
@NullMarked
package io.fila.core.command;

import org.jspecify.annotations.NullMarked;
