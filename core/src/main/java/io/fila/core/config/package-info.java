/** Settings that operators change while the broker runs. */
@NullMarked
package io.fila.core.config;

import org.jspecify.annotations.NullMarked;
