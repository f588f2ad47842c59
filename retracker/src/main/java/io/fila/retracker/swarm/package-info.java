/** Who shares what: the peers of every torrent, bounded in number and by age. */
@NullMarked
package io.fila.retracker.swarm;

import org.jspecify.annotations.NullMarked;
