package io.fila.simulator.cluster;

import io.fila.core.runtime.term.Entry;
import org.jspecify.annotations.Nullable;

/**
 * What stands in a node's log.
 *
 * @param term in which a leader put it there
 * @param entry null for the one with which a term begins
 */
record Logged(long term, @Nullable Entry entry) {}
