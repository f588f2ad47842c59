/** A broker for every test, with time that the test moves. */
@NullMarked
package io.fila.testing;

import org.jspecify.annotations.NullMarked;
