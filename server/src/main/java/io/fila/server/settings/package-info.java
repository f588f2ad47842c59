/** How settings are declared, read from a file and refused when they are wrong; for every program that has a file of its own. */
@NullMarked
package io.fila.server.settings;

import org.jspecify.annotations.NullMarked;
