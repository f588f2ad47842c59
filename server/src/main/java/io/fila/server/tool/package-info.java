/** Programs that work on a data directory without a broker. */
@NullMarked
package io.fila.server.tool;

import org.jspecify.annotations.NullMarked;
