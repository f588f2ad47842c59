package io.fila.storage.rocks;

import java.nio.charset.StandardCharsets;

/**
 * A column family: one kind of record with its own files. The code goes to disk and is never given to another.
 */
public enum Family {
    /** Queue → definition. */
    QUEUES((byte) 1, "queues"),
    /** Queue, fairness key, lane → how the lane stands. */
    LANES((byte) 2, "lanes"),
    /** Queue, fairness key, lane, position → a pending message's place in line. */
    READY((byte) 3, "ready"),
    /** Queue, message → the lease it is under. */
    LEASES((byte) 4, "leases"),
    /** Queue, message → envelope and body. */
    BODIES((byte) 5, "bodies"),
    /** Key and family of a damaged record → its raw bytes. */
    QUARANTINE((byte) 6, "quarantine"),
    /** Queue, moment, message → a message that waits for its moment. */
    SCHEDULED((byte) 7, "scheduled"),
    /** Queue → how many messages wait for their moment. */
    SCHEDULES((byte) 8, "agendas"),
    /** Throttle key → how its bucket stands. */
    BUCKETS((byte) 9, "buckets"),
    /** Name of a runtime setting → its value. */
    SETTINGS((byte) 10, "settings"),
    /** Queue, fairness key → its deliveries are paused; the empty key stands for the whole queue. */
    PAUSES((byte) 11, "pauses"),
    /** Queue, dedup key → the message that has it, and for how long. */
    DEDUP_KEYS((byte) 12, "dedup-keys"),
    /** Id of an API key → what it may do, and how its tokens are recognised. */
    KEYS((byte) 13, "keys");

    private final byte code;
    private final String title;

    Family(byte code, String title) {
        this.code = code;
        this.title = title;
    }

    public byte code() {
        return code;
    }

    public String title() {
        return title;
    }

    byte[] titleBytes() {
        return title.getBytes(StandardCharsets.UTF_8);
    }

    /** True if its keys begin with the number of a queue. */
    public boolean isPerQueue() {
        return this != BUCKETS && this != SETTINGS && this != KEYS;
    }

    /** True if it only counts what other families hold: a count that may be out of date is made again. */
    public boolean isCount() {
        return this == LANES || this == SCHEDULES;
    }

    public static Family ofCode(byte code) {
        for (Family family : values()) {
            if (family.code == code) {
                return family;
            }
        }
        throw new StorageException(
                "Expected the kind of a record but found number " + code + "; run the version of Fila that wrote it.");
    }
}
