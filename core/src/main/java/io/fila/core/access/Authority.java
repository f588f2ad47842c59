package io.fila.core.access;

/** On whose behalf a command about keys runs. The rules for granting permissions depend on it. */
public sealed interface Authority {
    /** A caller without a stored key: the operator with the bootstrap key, or anybody if the broker has no keys. */
    Authority OPERATOR = new Operator();

    record Operator() implements Authority {}

    /** Whoever showed a key. */
    record Holder(String keyId) implements Authority {}
}
