/** The ports to policy scripts: what they are asked, and what they may answer. */
@NullMarked
package io.fila.core.hook;

import org.jspecify.annotations.NullMarked;
