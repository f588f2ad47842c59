/** The client's calls: where they go, what their failures mean, and on which threads their answers come. Not for users of the client. */
@NullMarked
package io.fila.client.connection;

import org.jspecify.annotations.NullMarked;
