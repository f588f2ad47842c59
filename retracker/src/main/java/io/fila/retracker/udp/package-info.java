/** The tracker over UDP (BEP 15 and 41). */
@NullMarked
package io.fila.retracker.udp;

import org.jspecify.annotations.NullMarked;
