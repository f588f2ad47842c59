/** What every port of the broker needs: threads, a limit on connections, TLS. */
@NullMarked
package io.fila.server.port;

import org.jspecify.annotations.NullMarked;
