/** What a producer has sent and a broker has not confirmed, and how it travels. Not for users of the client. */
@NullMarked
package io.fila.client.produce;

import org.jspecify.annotations.NullMarked;
