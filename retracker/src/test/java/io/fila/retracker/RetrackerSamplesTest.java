package io.fila.retracker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.metrics.Metrics;
import io.fila.retracker.stats.ForwarderStats;
import io.fila.retracker.stats.ForwardingStats;
import io.fila.retracker.stats.ScheduledStats;
import io.fila.retracker.swarm.SwarmTotals;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RetrackerSamplesTest {
    private final ForwardingStats forwarding = new ForwardingStats(
            6_000,
            10_000,
            12,
            20,
            6_100,
            2,
            3,
            4,
            Map.of("twin", 9L),
            List.of(new ScheduledStats("ab", "cd", "f", 1_500), new ScheduledStats("ab", "cd", "f", 59_000)),
            List.of(new ForwarderStats("f", "suspended", 5, 6, 7, "It hangs.", 1_500, 8, 2, 70, 11, 770)));

    @Test
    void queueWorkersDropsAndForwardersAreMeasured() {
        assertThat(text())
                .contains(
                        "retracker_hashes 1\n",
                        "retracker_peers 2\n",
                        "retracker_queue_depth 6000\n",
                        "retracker_queue_capacity 10000\n",
                        "retracker_queue_fill_percent 60\n",
                        "retracker_active_workers 12\n",
                        "retracker_max_workers 20\n",
                        "retracker_pending_jobs 6100\n",
                        "retracker_scheduled_jobs 2\n",
                        "# TYPE retracker_dropped_full_total counter\nretracker_dropped_full_total 3\n",
                        "retracker_rate_limited_total 4\n",
                        "retracker_forwarder_announces_total{forwarder=\"f\"} 5\n",
                        "retracker_forwarder_failures_total{forwarder=\"f\"} 6\n",
                        "retracker_jobs_not_made_total{reason=\"twin\"} 9\n",
                        "retracker_forwarder_suspended_seconds{forwarder=\"f\"} 1.5\n",
                        "retracker_forwarder_waiting_jobs{forwarder=\"f\"} 8\n",
                        "retracker_forwarder_in_flight_jobs{forwarder=\"f\"} 2\n",
                        "retracker_forwarder_exchanges_total{forwarder=\"f\"} 11\n",
                        "retracker_forwarder_exchange_seconds_total{forwarder=\"f\"} 0.77\n",
                        "retracker_forwarder_state{forwarder=\"f\",state=\"suspended\"} 1\n");
    }

    @Test
    void scheduledJobsHaveTheirTimeAndAreToldApartAlsoWhenTheyAreAlike() {
        assertThat(text())
                .contains(
                        "retracker_scheduled_seconds_to_execution{forwarder=\"f\",hash=\"ab\",peer=\"cd\",place=\"1\"} 1.5\n",
                        "retracker_scheduled_seconds_to_execution{forwarder=\"f\",hash=\"ab\",peer=\"cd\",place=\"2\"} 59\n");
    }

    private String text() {
        Metrics metrics = new Metrics();
        metrics.observe(() -> RetrackerSamples.of(new SwarmTotals(1, 2, 1, 3, 0, 0), forwarding));
        return metrics.text();
    }
}
