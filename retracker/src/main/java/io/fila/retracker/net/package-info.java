/** What the ports share: threads that wait for many sockets, and addresses as an operator writes them. */
@NullMarked
package io.fila.retracker.net;

import org.jspecify.annotations.NullMarked;
