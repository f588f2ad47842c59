/** Commands about the broker as a whole. */
@NullMarked
package io.fila.cli.broker;

import org.jspecify.annotations.NullMarked;
