/** What can be typed after a command's name, how it is described, and what was typed. */
@NullMarked
package io.fila.cli.arguments;

import org.jspecify.annotations.NullMarked;
