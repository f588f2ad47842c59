package io.fila.storage.rocks;

import org.jspecify.annotations.Nullable;

/**
 * What was found under a key.
 *
 * @param value the bytes there, which may be damaged; absent if there are none, or none that can be told apart
 * @param blockIsDamaged true if the block around the record failed its checksum, so that absence proves nothing
 */
@SuppressWarnings("ArrayRecordComponent") // a pair of results, never compared
public record Lookup(byte @Nullable [] value, boolean blockIsDamaged) {}
