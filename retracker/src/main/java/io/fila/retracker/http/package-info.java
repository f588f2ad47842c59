/** The tracker over HTTP, and the pages for its operator. */
@NullMarked
package io.fila.retracker.http;

import org.jspecify.annotations.NullMarked;
