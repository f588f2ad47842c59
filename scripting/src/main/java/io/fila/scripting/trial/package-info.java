/** Trying a script against a made message, in the sandbox it will run in: {@code fila lua test}. */
@NullMarked
package io.fila.scripting.trial;

import org.jspecify.annotations.NullMarked;
