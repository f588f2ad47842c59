/** The packaged programs as processes: started, watched, stopped and killed. */
@NullMarked
package io.fila.e2e.program;

import org.jspecify.annotations.NullMarked;
