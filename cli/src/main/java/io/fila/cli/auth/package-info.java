/** Commands about API keys and what they may do. */
@NullMarked
package io.fila.cli.auth;

import org.jspecify.annotations.NullMarked;
