/** One run of a command: the broker it talks to, and the terminal it talks through. */
@NullMarked
package io.fila.cli.session;

import org.jspecify.annotations.NullMarked;
