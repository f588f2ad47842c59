/** Who calls: tokens, the keys they stand for, and what becomes of wrong ones. Knows nothing of the transport. */
@NullMarked
package io.fila.server.access;

import org.jspecify.annotations.NullMarked;
