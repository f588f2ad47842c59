package io.fila.benchmarks.whole;

import java.util.Locale;

/** What every contender is asked to do, in the order of the table. */
enum Workload {
    W1_COLD("W1 cold", "the first seconds after the broker's start: enqueue 1 KB, 1,000 outstanding"),
    W2_COLD("W2 cold", "the seconds after those: lives of messages, no bound on what is alive"),
    W1("W1", "enqueue 1 KB, 1,000 outstanding"),
    W1B("W1b", "the same with 64 B"),
    W1C("W1c", "the same with 1 KB, one at a time"),
    W2("W2", "lives of 1 KB: enqueued, delivered, acked; no bound on what is alive"),
    W2_BOUNDED("W2 bounded", "the same, at most 5,000 alive"),
    W3_COLD("W3 cold", "drain a queue of 100,000, with acks, the first time"),
    W3("W3", "the same later: the median of five times"),
    W4_P50("W4 p50", "from due to received, at 200 a second"),
    W4_P99("W4 p99", "the same"),
    W5_IDLE("W5 idle", "memory of the broker's process, before any load"),
    W5_PEAK("W5 loaded", "the most there was of it during all of the above"),
    W5_AFTER("W5 after", "what there is of it after the load");

    private final String title;
    private final String description;

    Workload(String title, String description) {
        this.title = title;
        this.description = description;
    }

    String title() {
        return title;
    }

    /** Its name on the command line. */
    String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String description() {
        return description;
    }
}
