/** What a broker stands on that leads a term of a replicated log: its time, its turns under way, and the entries they become. */
@NullMarked
package io.fila.core.runtime.term;

import org.jspecify.annotations.NullMarked;
