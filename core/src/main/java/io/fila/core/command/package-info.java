/** Everything that can be asked of the broker. */
@NullMarked
package io.fila.core.command;

import org.jspecify.annotations.NullMarked;
