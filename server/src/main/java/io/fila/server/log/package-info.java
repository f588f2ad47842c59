/** Where the broker's log goes, and how its lines look. */
@NullMarked
package io.fila.server.log;

import org.jspecify.annotations.NullMarked;
