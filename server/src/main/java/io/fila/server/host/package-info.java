/** A broker at work in this process: its storage, its thread, and the threads that read for it. */
@NullMarked
package io.fila.server.host;

import org.jspecify.annotations.NullMarked;
