package io.fila.benchmarks.fairness;

/** One who sends messages, and the share that is due to it. */
public record Tenant(String key, int weight) {
    static Tenant of(String key) {
        return new Tenant(key, 1);
    }
}
