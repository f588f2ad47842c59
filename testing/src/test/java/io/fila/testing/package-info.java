@NullMarked
package io.fila.testing;

import org.jspecify.annotations.NullMarked;
