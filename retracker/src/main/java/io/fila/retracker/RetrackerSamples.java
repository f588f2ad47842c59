package io.fila.retracker;

import io.fila.retracker.metrics.Sample;
import io.fila.retracker.stats.ForwarderStats;
import io.fila.retracker.stats.ForwardingStats;
import io.fila.retracker.stats.ScheduledStats;
import io.fila.retracker.swarm.SwarmTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The metrics of a retracker's state. */
final class RetrackerSamples {
    private static final double MILLIS_PER_SECOND = 1_000;

    private final List<Sample> samples = new ArrayList<>();

    private RetrackerSamples() {}

    static List<Sample> of(SwarmTotals totals, ForwardingStats forwarding) {
        RetrackerSamples all = new RetrackerSamples();
        all.gauge("hashes", "Torrents with at least one peer.", totals.hashes());
        all.gauge("peers", "Peers that announced themselves here.", totals.peers());
        all.gauge("seeders", "Those of them that have everything.", totals.seeders());
        all.gauge("forwarder_peers", "Peers that forwarders told of.", totals.forwarderPeers());
        all.counter("forgotten_peers_total", "Peers forgotten because there were too many.", totals.forgotten());
        all.counter("harvests_not_kept_total", "Answers of forwarders for which there was no room.", totals.notKept());
        all.gauge("queue_depth", "Jobs that wait for a worker.", forwarding.queueDepth());
        all.gauge("queue_capacity", "Jobs that may wait for a worker.", forwarding.queueCapacity());
        all.samples.add(Sample.gauge("queue_fill_percent", "How full the queue is.", forwarding.fillPercent()));
        all.gauge("active_workers", "Workers there are.", forwarding.activeWorkers());
        all.gauge("max_workers", "Workers there may be.", forwarding.maxWorkers());
        all.gauge("pending_jobs", "Jobs that wait, are scheduled or under way.", forwarding.pending());
        all.gauge("scheduled_jobs", "Jobs with a time of their own.", forwarding.scheduledCount());
        all.counter("dropped_full_total", "Jobs for which there was no room.", forwarding.droppedFull());
        all.counter(
                "rate_limited_total",
                "Initial announces that found no token while the queue was nearly full.",
                forwarding.rateLimited());
        forwarding
                .notMade()
                .forEach((reason, jobs) -> all.labelled(
                        "jobs_not_made_total",
                        "Jobs that no forwarder heard of.",
                        Sample.Kind.COUNTER,
                        Map.of("reason", reason),
                        jobs));
        forwarding.forwarders().forEach(all::forwarder);
        for (int place = 0; place < forwarding.scheduled().size(); place++) {
            all.scheduled(place + 1, forwarding.scheduled().get(place));
        }
        return all.samples;
    }

    private void forwarder(ForwarderStats forwarder) {
        Map<String, String> name = Map.of("forwarder", forwarder.name());
        labelled(
                "forwarder_announces_total",
                "Announces it answered.",
                Sample.Kind.COUNTER,
                name,
                forwarder.announces());
        labelled("forwarder_failures_total", "Announces it did not.", Sample.Kind.COUNTER, name, forwarder.failures());
        labelled(
                "forwarder_state",
                "1 for the state it is in.",
                Sample.Kind.GAUGE,
                Map.of("forwarder", forwarder.name(), "state", forwarder.state()),
                1);
        labelled(
                "forwarder_suspended_seconds",
                "Until it is asked again.",
                Sample.Kind.GAUGE,
                name,
                forwarder.suspendedMillis() / MILLIS_PER_SECOND);
        labelled("forwarder_waiting_jobs", "Jobs that wait for it.", Sample.Kind.GAUGE, name, forwarder.waiting());
        labelled(
                "forwarder_in_flight_jobs",
                "Jobs it is being asked about.",
                Sample.Kind.GAUGE,
                name,
                forwarder.inFlight());
        labelled(
                "forwarder_exchanges_total",
                "How often it was asked, and answered or was given up.",
                Sample.Kind.COUNTER,
                name,
                forwarder.exchanges());
        labelled(
                "forwarder_exchange_seconds_total",
                "How long all of that took.",
                Sample.Kind.COUNTER,
                name,
                forwarder.exchangesMillis() / MILLIS_PER_SECOND);
    }

    /** The rank among the ten distinguishes jobs that are otherwise alike: no two samples may have the same labels. */
    private void scheduled(int place, ScheduledStats job) {
        labelled(
                "scheduled_seconds_to_execution",
                "The next ten scheduled jobs.",
                Sample.Kind.GAUGE,
                Map.of(
                        "place",
                        Integer.toString(place),
                        "hash",
                        job.hash(),
                        "peer",
                        job.peer(),
                        "forwarder",
                        job.forwarder()),
                job.timeToExecMillis() / MILLIS_PER_SECOND);
    }

    private void gauge(String name, String help, long value) {
        samples.add(Sample.gauge(name, help, (double) value));
    }

    private void counter(String name, String help, long value) {
        labelled(name, help, Sample.Kind.COUNTER, Map.of(), value);
    }

    private void labelled(String name, String help, Sample.Kind kind, Map<String, String> labels, long value) {
        labelled(name, help, kind, labels, (double) value);
    }

    private void labelled(String name, String help, Sample.Kind kind, Map<String, String> labels, double value) {
        samples.add(new Sample(name, help, kind, labels, value));
    }
}
