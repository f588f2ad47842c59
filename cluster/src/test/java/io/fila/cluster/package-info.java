@NullMarked
package io.fila.cluster;

import org.jspecify.annotations.NullMarked;
