package io.fila.cluster;

import java.util.UUID;
import org.apache.ratis.protocol.RaftGroupId;

/**
 * The number of a group, which tells all there is to know about it: a node that wants to join learns from any group of any node how
 * many there are.
 *
 * @param cluster the same for all groups of a cluster; its last 16 bits are 0
 * @param shard counts from 0
 * @param shards how many there are
 */
record GroupNumber(UUID cluster, int shard, int shards) {
    /** Each number has a byte. */
    static final int MOST_SHARDS = 255;

    private static final long NUMBERS = 0xffff;

    /** @param cluster what is in its last 16 bits does not count */
    static GroupNumber of(UUID cluster, int shard, int shards) {
        if (shards < 1 || shards > MOST_SHARDS || shard < 0 || shard >= shards) {
            throw new IllegalArgumentException("Expected a shard of a cluster but found " + shard + " of " + shards);
        }
        return new GroupNumber(withNumbers(cluster, 0), shard, shards);
    }

    static GroupNumber of(RaftGroupId id) {
        long low = id.getUuid().getLeastSignificantBits();
        return of(id.getUuid(), (int) (low & 0xff), (int) ((low >> Byte.SIZE) & 0xff));
    }

    RaftGroupId groupId() {
        return RaftGroupId.valueOf(withNumbers(cluster, ((long) shards << Byte.SIZE) | shard));
    }

    private static UUID withNumbers(UUID cluster, long numbers) {
        return new UUID(cluster.getMostSignificantBits(), (cluster.getLeastSignificantBits() & ~NUMBERS) | numbers);
    }
}
