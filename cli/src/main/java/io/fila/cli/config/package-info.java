/** Commands about the broker's runtime configuration. */
@NullMarked
package io.fila.cli.config;

import org.jspecify.annotations.NullMarked;
