/** How the broker answers: with a value, or with a refusal that has a code and a sentence. */
@NullMarked
package io.fila.core.reply;

import org.jspecify.annotations.NullMarked;
