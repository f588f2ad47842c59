package io.fila.core.access;

/** On whose behalf something about keys is asked: the rules for passing permissions on depend on it. */
public sealed interface Authority {
    /** Whoever is beyond the keys: the operator with the key of the configuration, or anybody where there are no keys. */
    Authority OPERATOR = new Operator();

    record Operator() implements Authority {}

    /** Whoever showed a key. */
    record Holder(String keyId) implements Authority {}
}
