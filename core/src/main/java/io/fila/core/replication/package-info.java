/** The port to a log that several machines keep in common, each with a copy of what it says. */
@NullMarked
package io.fila.core.replication;

import org.jspecify.annotations.NullMarked;
