/**
 * Other people's brokers, through their own clients. These classes are loaded with the jars of the peer, which are not on the class
 * path of the benchmarks: {@link io.fila.benchmarks.contender.Peer} says how.
 */
@NullMarked
package io.fila.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
