/** Which tenant goes next: flows of messages by fairness key, served by deficit round robin. */
@NullMarked
package io.fila.core.fairness;

import org.jspecify.annotations.NullMarked;
