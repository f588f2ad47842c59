package io.fila.simulator.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A broker with one fault, chosen by hand, lives a few seeds: the law that it violates fails, before any other does. */
final class PlantedFaultsTest {
    private static final long SEEDS = 20;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            messages expire before their time             | ready.Expiry               | isOver     | OPPOSITE_ANSWER   | 0 | 'A message is dropped when its time to live is over'
            a scoped administrator revokes any key        | access.Grants              | mayEverywhere | OPPOSITE_ANSWER | 0 | 'Every command that asks is answered once'
            a scoped administrator grants everything      | access.Grants              | mayGrant   | OPPOSITE_ANSWER   | 0 | 'Every command that asks is answered once'
            a delivery costs no credit                    | consumer.Consumer          | take       | SWAPPED_OPERATOR  | 0 | 'A consumer receives only while it is attached'
            a delivery costs no share of the round        | fairness.DeficitRoundRobin | served     | SWAPPED_OPERATOR  | 0 | 'A round gives each key its weight times the quantum'
            an ack deletes nothing                        | broker.queue.Queue         | ack        | OMITTED_CALL      | 1 | 'A command that is accepted does what it says'
            a damaged message stays where it is           | broker.queue.Queue         | quarantine | OMITTED_CALL      | 1 | 'A command that is accepted does what it says'
            a dedup key is never free again               | broker.queue.Queue         | forget     | OMITTED_CALL      | 0 | 'A dedup key is taken by one message'
            a lease that is over stays                    | broker.Broker              | fireTimers | OMITTED_CALL      | 0 | 'No lease outlives its deadline'
            an extended lease never ends                  | broker.queue.Queue         | extend     | OMITTED_CALL      | 2 | 'No lease outlives its deadline'
            a turn is released before it is durable       | runtime.BrokerLoop         | isDurable  | OPPOSITE_ANSWER   | 0 | 'Nothing leaves before its own turn is durable'
            a queue that was deleted is still there       | broker.Broker              | delete     | OMITTED_CALL      | 0 | 'Whoever follows the broker''s notices knows the queues'
            a closed throttle lets everybody through      | throttle.Throttles         | isClosed   | OPPOSITE_ANSWER   | 0 | 'For every throttle key tokens spent are at most'
            messages in memory stand behind those on disk | fairness.Backlog           | add        | NEGATED_CONDITION | 0 | 'Every command that asks is answered once'
            """)
    void theLawAboutItFails(String fault, String className, String method, Mutation.Kind kind, int ordinal, String law)
            throws ReflectiveOperationException {
        assertThat(brokenLaw("io.fila.core." + className, method, kind, ordinal, 1))
                .as(fault)
                .startsWith(law);
    }

    /**
     * What only several machines can show: in the broker, in what it stands on, and in the log itself, which refuses to overwrite what
     * was committed before any law sees it.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a deposed leader answers from memory          | core.runtime.BrokerLoop     | runOnce        | NEGATED_CONDITION | 1 | 'Nothing leaves before its own turn is durable'
            a gap in a term's turns is let into the log   | core.runtime.term.ProposalOrder | admits     | NEGATED_CONDITION | 2 | 'Replicas that have applied the same entries hold the same'
            a new leader goes by its own wall clock       | core.runtime.term.TermClock | nowNanos       | NEGATED_CONDITION | 0 | 'The cluster''s time goes on'
            a copy comes without what is in it            | simulator.cluster.LogNode   | receiveCopy    | OMITTED_CALL      | 3 | 'Violation'
            a node without the latest entries is elected  | simulator.cluster.LogNode   | isUpToDateFor  | SHIFTED_BOUNDARY  | 0 | 'IllegalStateException'
            """)
    void theLawAboutItFailsInACluster(
            String fault, String className, String method, Mutation.Kind kind, int ordinal, String law)
            throws ReflectiveOperationException {
        assertThat(brokenLaw("io.fila." + className, method, kind, ordinal, 3))
                .as(fault)
                .startsWith(law);
    }

    private static @Nullable String brokenLaw(String name, String method, Mutation.Kind kind, int ordinal, int nodes)
            throws ReflectiveOperationException {
        ClassLoader loader = PlantedFaultsTest.class.getClassLoader();
        Mutator mutator = new Mutator(name, Agent.original(name), loader);
        List<Mutation> places = mutator.all().stream()
                .filter(place -> place.method().equals(method) && place.kind() == kind)
                .toList();
        MutantLoader broken = new MutantLoader(loader, name, mutator.mutate(places.get(ordinal)));
        Method life = broken.loadClass("io.fila.simulator.MutantWorker")
                .getDeclaredMethod("brokenLaw", long.class, int.class);
        life.setAccessible(true);
        for (long seed = 1; seed <= SEEDS; seed++) {
            Object law = life.invoke(null, seed, nodes);
            if (law != null) {
                return (String) law;
            }
        }
        return null;
    }
}
