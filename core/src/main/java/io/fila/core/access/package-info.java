/** Who may do what: keys, permissions, and the rules by which permissions are passed on. */
@NullMarked
package io.fila.core.access;

import org.jspecify.annotations.NullMarked;
