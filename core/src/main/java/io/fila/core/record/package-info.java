/** The durable vocabulary: what a turn changed, and all that recovery needs to read. */
@NullMarked
package io.fila.core.record;

import org.jspecify.annotations.NullMarked;
