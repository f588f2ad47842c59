package io.fila.storage.rocks;

import java.nio.charset.StandardCharsets;

/**
 * A column family: one kind of record with its own files. The code goes to disk and is never given to another. Keys begin
 * with the number of a queue.
 */
public enum Family {
    /** Queue → definition. */
    QUEUES((byte) 1, "queues"),
    /** Queue, fairness key → how the flow stands. */
    FLOWS((byte) 2, "flows"),
    /** Queue, fairness key, position → a pending message's place in line. */
    READY((byte) 3, "ready"),
    /** Queue, message → the lease it is under. */
    LEASES((byte) 4, "leases"),
    /** Queue, message → envelope and body. */
    BODIES((byte) 5, "bodies"),
    /** Key and family of a damaged record → its raw bytes. */
    QUARANTINE((byte) 6, "quarantine");

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

    public static Family ofCode(byte code) {
        for (Family family : values()) {
            if (family.code == code) {
                return family;
            }
        }
        throw new IllegalArgumentException("Expected the code of a column family but found " + code + ".");
    }
}
