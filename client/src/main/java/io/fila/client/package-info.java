/** The Java client: produce, consume and administer. {@link io.fila.client.FilaClient} is the way in. */
@NullMarked
package io.fila.client;

import org.jspecify.annotations.NullMarked;
