/** What an operator can set, where it is read from, and what is said about mistakes. */
@NullMarked
package io.fila.server.config;

import org.jspecify.annotations.NullMarked;
