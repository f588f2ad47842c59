/** What the documentation shows. */
@NullMarked
package io.fila.client.example;

import org.jspecify.annotations.NullMarked;
