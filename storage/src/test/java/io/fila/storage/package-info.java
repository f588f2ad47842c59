/** What storage promises, on real files. */
@NullMarked
package io.fila.storage;

import org.jspecify.annotations.NullMarked;
