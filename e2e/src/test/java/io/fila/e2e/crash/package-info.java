/** Producers and consumers that go on while the broker is killed, and the books that are kept about them. */
@NullMarked
package io.fila.e2e.crash;

import org.jspecify.annotations.NullMarked;
