/** Black-box tests: the packaged broker and command line, as an operator and somebody else's client see them. */
@NullMarked
package io.fila.e2e;

import org.jspecify.annotations.NullMarked;
