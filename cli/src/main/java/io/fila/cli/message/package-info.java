/** Commands that put messages in and take them out. */
@NullMarked
package io.fila.cli.message;

import org.jspecify.annotations.NullMarked;
