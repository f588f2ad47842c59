/** Who receives: consumers that grant credit, and the rotation among those of one queue. */
@NullMarked
package io.fila.core.consumer;

import org.jspecify.annotations.NullMarked;
