/** What is stored, scheduled and delivered: a message, its envelope, its body and the one place where it is. */
@NullMarked
package io.fila.core.message;

import org.jspecify.annotations.NullMarked;
