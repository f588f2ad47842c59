/** What an operator can set. */
@NullMarked
package io.fila.retracker.config;

import org.jspecify.annotations.NullMarked;
