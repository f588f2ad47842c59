package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Fanout;
import io.fila.core.tape.Recording;
import io.fila.core.tape.Step;
import io.fila.core.tape.Suspension;
import io.fila.core.tape.Tape;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What somebody hears who listens to the turns of a broker. */
final class TapeTest {
    private final Rig rig = new Rig();

    @Test
    void lifeOfAMessageIsToldStepByStep() {
        rig.create("orders");
        rig.steps();

        rig.enqueue("orders", "a", "one");
        Rig.Receiver receiver = rig.consume("orders", 10);
        MessageId id = receiver.last().envelope().id();
        rig.nack("orders", id);
        rig.advance(Duration.ofMinutes(1));
        rig.ack("orders", id);

        assertThat(causes())
                .containsExactly(Cause.ACCEPTED, Cause.LEASED, Cause.NACKED, Cause.CAME_DUE, Cause.LEASED, Cause.ACKED);
    }

    @Test
    void leaseFollowsItsChoice() {
        rig.create("orders");
        rig.enqueue("orders", "a", "one");
        rig.steps();

        rig.consume("orders", 10);

        List<Step> steps = rig.steps();
        assertThat(kinds(steps))
                .containsExactly(
                        "Began",
                        "Decides",
                        "Attached",
                        "Granted",
                        "Answered",
                        "Dispatches",
                        "Chosen",
                        "Deactivated",
                        "Moved",
                        "Handed",
                        "Ended");
        Step.Chosen chosen = only(steps, Step.Chosen.class);
        assertThat(chosen.fairnessKey()).isEqualTo("a");
        assertThat(chosen.ahead()).isTrue();
        Step.Moved moved = only(steps, Step.Moved.class);
        assertThat(moved.cause()).isEqualTo(Cause.LEASED);
        assertThat(moved.from()).isInstanceOf(Place.Ready.class);
        assertThat(moved.to()).isInstanceOf(Place.Leased.class);
        assertThat(only(steps, Step.Handed.class).id()).isEqualTo(moved.id());
    }

    @Test
    void flowIsRememberedActivatedServedAndForgotten() {
        rig.create("orders");
        rig.steps();

        rig.enqueue("orders", "a", "one");
        Rig.Receiver receiver = rig.consume("orders", 10);
        rig.ack("orders", receiver.last().envelope().id());

        assertThat(kinds(rig.steps()))
                .containsSubsequence("Remembered", "Moved", "Activated", "Chosen", "Deactivated", "Forgotten");
    }

    @Test
    void laneThatWaitsForATokenIsParkedAndWoken() {
        rig.create("orders");
        rig.set("throttle.api", "1,1");
        rig.consume("orders", 10);
        rig.enqueue("orders", new Scheduling("a", 1, List.of("api")), "one");
        rig.steps();

        rig.enqueue("orders", new Scheduling("a", 1, List.of("api")), "two");
        List<Step> waiting = rig.steps();
        rig.advance(Duration.ofSeconds(1));
        List<Step> going = rig.steps();

        Step.Parked parked = only(waiting, Step.Parked.class);
        assertThat(parked.throttleKey()).isEqualTo("api");
        assertThat(parked.untilNanos())
                .isEqualTo(began(waiting) + Duration.ofSeconds(1).toNanos());
        assertThat(only(waiting, Step.Suspended.class).why()).isEqualTo(Suspension.THROTTLED);
        assertThat(kinds(going))
                .containsSubsequence("Woken", "Resumed", "Dispatches", "TokenTaken", "Chosen", "Handed");
        assertThat(only(going, Step.TokenTaken.class).left()).isZero();
    }

    @Test
    void flowThatIsPausedIsSuspendedUntilItIsResumed() {
        rig.create("orders");
        rig.pause("orders", "a", true);
        rig.consume("orders", 10);
        rig.steps();

        rig.enqueue("orders", "a", "one");
        assertThat(only(rig.steps(), Step.Suspended.class).why()).isEqualTo(Suspension.HELD_BACK);

        rig.pause("orders", "a", false);
        assertThat(kinds(rig.steps())).containsSubsequence("Resumed", "Chosen");
    }

    @Test
    void roundBeginsWhenWhoeverWasAheadHasHadItsShare() {
        rig.create("orders");
        for (int i = 0; i < 20; i++) {
            rig.enqueue("orders", "a", "message");
        }
        rig.steps();

        rig.consume("orders", 20);

        List<Step> steps = rig.steps();
        assertThat(steps)
                .anySatisfy(step -> assertThat(step).isInstanceOfSatisfying(Step.Chosen.class, chosen -> {
                    assertThat(chosen.ahead()).isFalse();
                    assertThat(chosen.deficit()).isPositive();
                }));
        assertThat(kinds(steps)).containsSubsequence("Chosen", "RoundBegan", "Chosen");
    }

    @Test
    void refusalIsToldWithItsReason() {
        rig.create("orders");
        rig.steps();

        rig.create("orders");

        assertThat(only(rig.steps(), Step.Refused.class).why().code()).isEqualTo(Refusal.Code.ALREADY_EXISTS);
    }

    @Test
    void consumersOfADeletedQueueAreDetached() {
        rig.create("orders");
        rig.consume("orders", 1);
        rig.steps();

        rig.delete("orders");

        assertThat(kinds(rig.steps())).contains("Detached");
    }

    @Test
    void severalListenersHearTheSame() throws ReflectiveOperationException {
        Recording one = new Recording();
        Recording other = new Recording();
        Fanout fanout = new Fanout(one, other);
        for (Method word : Tape.class.getDeclaredMethods()) {
            if (!word.isSynthetic()) {
                assertThat(Fanout.class.getDeclaredMethod(word.getName(), word.getParameterTypes()))
                        .isNotNull();
            }
        }

        fanout.began(1, 2);
        fanout.paused(new QueueId(1), "a", true);
        fanout.ended();

        assertThat(one.take())
                .containsExactly(new Step.Began(1, 2), new Step.Paused(new QueueId(1), "a", true), new Step.Ended())
                .isEqualTo(other.take());
    }

    /** Each word of the vocabulary is a method to listen with, a step to keep, and a row of the page. */
    @Test
    void vocabularyIsDocumentedAsATable() throws IOException {
        List<String> steps = Stream.of(Step.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .sorted()
                .toList();
        List<String> heard = Stream.of(Tape.class.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .map(method -> method.getName().substring(0, 1).toUpperCase(Locale.ROOT)
                        + method.getName().substring(1))
                .sorted()
                .toList();
        String page = Files.readString(Path.of("..", "docs", "simulation.md"));
        List<String> rows = page.substring(page.indexOf("| step |"), page.indexOf("| cause |"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .sorted()
                .toList();
        List<String> causes = page.substring(page.indexOf("| cause |"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();

        assertThat(heard).isEqualTo(steps);
        assertThat(rows).isEqualTo(steps);
        assertThat(causes)
                .containsExactly(Stream.of(Cause.values()).map(Cause::name).toArray(String[]::new));
    }

    private static List<String> kinds(List<Step> steps) {
        return steps.stream().map(step -> step.getClass().getSimpleName()).toList();
    }

    private static <S extends Step> S only(List<Step> steps, Class<S> kind) {
        List<S> found = steps.stream().filter(kind::isInstance).map(kind::cast).toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    private static long began(List<Step> steps) {
        return ((Step.Began) steps.getFirst()).nowNanos();
    }

    @Test
    void causesLeadWhereTheySay() {
        Place ready = new Place.Ready(new QueueId(1), "a", "", 0);

        assertThat(Cause.ACCEPTED.leads(Place.NOWHERE, ready)).isTrue();
        assertThat(Cause.ACKED.leads(ready, Place.NOWHERE)).isFalse();
        assertThat(Cause.PURGED.leads(ready, Place.NOWHERE)).isTrue();
    }

    private List<Cause> causes() {
        return rig.steps().stream()
                .filter(Step.Moved.class::isInstance)
                .map(Step.Moved.class::cast)
                .map(Step.Moved::cause)
                .toList();
    }
}
