/** The demonstration: a broker of its own, tenants of which one floods, and how long each of them waits. */
@NullMarked
package io.fila.cli.demo;

import org.jspecify.annotations.NullMarked;
