package io.fila.cluster;

import org.jspecify.annotations.Nullable;

/** A node can't be part of its cluster; the sentence is for the operator. */
public final class ClusterException extends RuntimeException {
    public ClusterException(String sentence) {
        this(sentence, null);
    }

    public ClusterException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
