/** Certificates and keys: read from files, checked, and taken up again when the files change. */
@NullMarked
package io.fila.server.tls;

import org.jspecify.annotations.NullMarked;
