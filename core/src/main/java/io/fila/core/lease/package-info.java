/** Messages that consumers hold. */
@NullMarked
package io.fila.core.lease;

import org.jspecify.annotations.NullMarked;
