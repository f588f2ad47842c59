/** What pictures are made of. */
@NullMarked
package io.fila.benchmarks.picture;

import org.jspecify.annotations.NullMarked;
