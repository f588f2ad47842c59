package io.fila.cluster;

import io.fila.core.reply.Refusal;

/** Something that an operator asked of a cluster can't be done; the sentence says why, and what to do. */
public final class OperationRefused extends Exception {
    private final transient Refusal refusal;

    OperationRefused(Refusal refusal) {
        super(refusal.sentence());
        this.refusal = refusal;
    }

    public Refusal refusal() {
        return refusal;
    }
}
