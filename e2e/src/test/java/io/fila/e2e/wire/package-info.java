/** Clients that know only the plain contract: generated stubs, and bytes written by hand. */
@NullMarked
package io.fila.e2e.wire;

import org.jspecify.annotations.NullMarked;
