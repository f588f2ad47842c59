/** What a turn costs on its way to the disk: as it is written today, and as it could be. */
@NullMarked
package io.fila.benchmarks.journal;

import org.jspecify.annotations.NullMarked;
