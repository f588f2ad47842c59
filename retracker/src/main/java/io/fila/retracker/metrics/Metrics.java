package io.fila.retracker.metrics;

import io.fila.server.metrics.Exposition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What is measured, and the text in which Prometheus reads it. Things are declared at the start, by one thread. */
public final class Metrics {
    /** The form of the text, as a response names it. */
    public static final String CONTENT_TYPE = Exposition.TYPE;

    private static final String PREFIX = "retracker_";

    private final List<Supplier<List<Sample>>> sources = new ArrayList<>();

    private final Map<String, Counter> counters = new LinkedHashMap<>();

    /** A counter of its own; its name ends in {@code _total} in the text. */
    public Counter counter(String name, String help) {
        Counter counter = new Counter();
        counters.put(name, counter);
        sources.add(() -> List.of(new Sample(name + "_total", help, Sample.Kind.COUNTER, Map.of(), counter.value())));
        return counter;
    }

    /** Samples that are taken when they are read. */
    public void observe(Supplier<List<Sample>> source) {
        sources.add(source);
    }

    /** What was counted, by name. */
    public Map<String, Long> counted() {
        Map<String, Long> counted = new LinkedHashMap<>();
        counters.forEach((name, counter) -> counted.put(name, counter.value()));
        return counted;
    }

    public String text() {
        Map<String, List<Sample>> families = new LinkedHashMap<>();
        for (Supplier<List<Sample>> source : sources) {
            source.get()
                    .forEach(sample -> families.computeIfAbsent(sample.name(), first -> new ArrayList<>())
                            .add(sample));
        }
        Exposition text = new Exposition();
        families.forEach((name, samples) -> {
            Sample first = samples.getFirst();
            switch (first.kind()) {
                case COUNTER -> text.counter(PREFIX + name, first.help());
                case GAUGE -> text.gauge(PREFIX + name, first.help());
            }
            samples.forEach(sample -> text.value(sample.value(), sample.marks()));
        });
        return text.toString();
    }
}
