package io.fila.retracker.forwarder;

import java.util.HashMap;
import java.util.Map;

/** Disabled forwarders for as long as the test runs. */
final class RememberedDisablings implements DisabledForwarders {
    private final Map<String, String> sentences = new HashMap<>();

    @Override
    public Map<String, String> read() {
        return Map.copyOf(sentences);
    }

    @Override
    public void add(String forwarder, String sentence) {
        sentences.put(forwarder, sentence);
    }

    @Override
    public void remove(String forwarder) {
        sentences.remove(forwarder);
    }
}
