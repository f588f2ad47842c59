/** Where scripts run: off the event loops and off the broker thread, one queue's in order. */
@NullMarked
package io.fila.server.script;

import org.jspecify.annotations.NullMarked;
