/** The executable form of a script: small nodes that evaluate themselves. */
@NullMarked
package io.fila.lua.tree;

import org.jspecify.annotations.NullMarked;
