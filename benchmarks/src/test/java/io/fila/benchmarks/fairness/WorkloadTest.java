package io.fila.benchmarks.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorkloadTest {
    @Test
    void goalsAreThoseOfTheIssue() {
        assertThat(goal(0, 1)).isEqualTo(5);
        assertThat(goal(1, 1)).isEqualTo(8);
        assertThat(goal(5, 1)).isEqualTo(20);
        assertThat(goal(5, 10)).isEqualTo(11);
    }

    @Test
    void aPlainClientMayHaveAWindowInHand() {
        Workload workload = beside(5).withPlainClient(Duration.ofMillis(100));

        assertThat(workload.goalMillis()).hasValue(120);
    }

    @Test
    void quietTenantsStayBelowTheirShare() {
        for (Workload workload : new Cases(Duration.ofSeconds(10), true).workloads()) {
            double share = workload.capacityPerSecond() / (workload.busyTenants() + workload.quietTenants());

            assertThat(workload.quietPerSecond() / workload.quietTenants())
                    .as(workload.name())
                    .isLessThan(share / 2);
        }
    }

    @Test
    void quietTenantsSendAtAUsualRateWhereTheyMay() {
        assertThat(beside(5).quietPerSecond()).isEqualTo(20);
        assertThat(beside(50).quietPerSecond()).isEqualTo(4);
    }

    @Test
    void aPlanHasTheMessagesOfItsTime() {
        Quiet.Plan plan = beside(5).plan(Duration.ofSeconds(2), Duration.ofSeconds(10));

        assertThat(plan).isEqualTo(new Quiet.Plan(1, Duration.ofMillis(50), 40, 240));
    }

    @Test
    void everyBusyTenantHasMessagesWaiting() {
        for (Workload workload : new Cases(Duration.ofSeconds(10), true).workloads()) {
            assertThat(workload.backlog()).as(workload.name()).isGreaterThanOrEqualTo(2L * workload.busyTenants());
        }
    }

    private static double goal(int handlingMillis, int consumers) {
        return beside(handlingMillis).withConsumers(consumers).goalMillis().orElseThrow();
    }

    private static Workload beside(int handlingMillis) {
        return Workload.beside("any", 20_000, Duration.ofMillis(handlingMillis));
    }
}
