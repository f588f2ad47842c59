package io.fila.core.replication;

import java.nio.ByteBuffer;

/** One machine's copy of what a replicated log says. One thread applies. */
public interface Replica {
    /** The entry up to which everything is applied and on this machine's disk; the log has to tell what follows. */
    LogPosition persisted();

    /** Tells that entries up to one may have been applied before, in part; until it is told, all may. */
    void replayedThrough(long index);

    /** Applies the sealed changes of a turn. Doing so again after a crash does no harm. */
    void apply(LogPosition at, ByteBuffer turn);

    /** Brings everything that was applied to the disk and tells up to where; the log may forget what is before. */
    LogPosition persist();
}
