/** What the pages show: values without behaviour, filled in by those who know. */
@NullMarked
package io.fila.retracker.stats;

import org.jspecify.annotations.NullMarked;
