/** The ports to storage: a journal that commits turns, an archive that reads what they left. */
@NullMarked
package io.fila.core.journal;

import org.jspecify.annotations.NullMarked;
