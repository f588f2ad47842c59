/** What commands print, as text for people and as JSON for programs. */
@NullMarked
package io.fila.cli.output;

import org.jspecify.annotations.NullMarked;
