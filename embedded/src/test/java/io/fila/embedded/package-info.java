@NullMarked
package io.fila.embedded;

import org.jspecify.annotations.NullMarked;
