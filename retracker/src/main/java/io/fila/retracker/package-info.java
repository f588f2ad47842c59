/** A BitTorrent tracker that forwards its clients' announces to other trackers and merges the peers they return. */
@NullMarked
package io.fila.retracker;

import org.jspecify.annotations.NullMarked;
