/** How a broker stands at a moment, for whoever watches it: bounded, whatever it holds. */
@NullMarked
package io.fila.core.gauge;

import org.jspecify.annotations.NullMarked;
