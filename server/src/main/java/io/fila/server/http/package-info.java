/** The broker over HTTP: JSON for every unary call, metrics, and a page to look at. */
@NullMarked
package io.fila.server.http;

import org.jspecify.annotations.NullMarked;
