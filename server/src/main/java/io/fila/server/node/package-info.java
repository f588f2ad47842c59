/** This broker as a node of a cluster: it is at work while it leads, and follows otherwise. */
@NullMarked
package io.fila.server.node;

import org.jspecify.annotations.NullMarked;
