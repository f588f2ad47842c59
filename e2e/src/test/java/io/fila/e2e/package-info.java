/** Black-box tests of the packaged program. */
@NullMarked
package io.fila.e2e;

import org.jspecify.annotations.NullMarked;
