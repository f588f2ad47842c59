package io.fila.core.runtime.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.history.RecordedStep;
import io.fila.core.history.StepKind;
import io.fila.core.message.Body;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.core.tape.Cause;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a flight recorder keeps, and what of it can be read. */
final class FlightRecorderTest {
    private static final QueueId QUEUE = new QueueId(7);
    private static final QueueId DEAD_LETTERS = new QueueId(8);
    private static final MessageId ID = new MessageId(1, 2);
    private static final long SECOND = 1_000_000_000;

    /** Steps that fill many more parts than the recorder has. */
    private static final int MANY = 200_000;

    private final FlightRecorder recorder = new FlightRecorder(1);

    @Test
    void whatHappenedToAMessageIsKeptInOrder() {
        Message message = message(ID, "tenant \u20ac");
        recorder.began(100, 1);
        move(message, new Place.Ready(QUEUE, "tenant \u20ac", "", 1), Cause.ACCEPTED);
        recorder.moved(message(new MessageId(3, 4), "other"), Place.NOWHERE, ready("other"), Cause.ACCEPTED);
        recorder.began(200, 1);
        move(message, new Place.Leased(QUEUE, 500, 200), Cause.LEASED);
        recorder.handed(message, new ConsumerId(42), 200);
        recorder.began(300, 1);
        message.countAttempt();
        message.bury(new DeadLetter("550 no such address", "orders", 300));
        move(message, new Place.Ready(DEAD_LETTERS, "default", "", 1), Cause.DEAD_LETTERED);

        assertThat(recorder.stepsOf(ID, 300))
                .containsExactly(
                        new RecordedStep(100, StepKind.ACCEPTED, 7, 0, ID, 0, 0, "tenant \u20ac", ""),
                        new RecordedStep(200, StepKind.LEASED, 7, 0, ID, 0, 42, "tenant \u20ac", ""),
                        new RecordedStep(
                                300, StepKind.DEAD_LETTERED, 7, 8, ID, 1, 0, "tenant \u20ac", "550 no such address"));
        assertThat(recorder.stepsOf(ID, 299)).hasSize(2);
        assertThat(recorder.reachesBackToNanos()).isEqualTo(100);
    }

    @Test
    void deliveriesOfTheLastTenSecondsTellTheRate() {
        for (int second = 0; second < 30; second++) {
            recorder.began(second * SECOND, 1);
            deliver(QUEUE);
            deliver(QUEUE);
            deliver(DEAD_LETTERS);
        }

        assertThat(recorder.rateOf(QUEUE, 30 * SECOND).perSecond()).isBetween(1.8, 2.0);
        assertThat(recorder.rateOf(DEAD_LETTERS, 30 * SECOND).perSecond()).isBetween(0.9, 1.0);
        assertThat(recorder.rateOf(new QueueId(9), 30 * SECOND).isKnown()).isFalse();
        assertThat(recorder.rateOf(QUEUE, 50 * SECOND).isKnown()).isFalse();
    }

    @Test
    void aYoungRecorderTellsTheRateOfItsLife() {
        recorder.began(100 * SECOND, 1);
        deliver(QUEUE);
        deliver(QUEUE);
        deliver(QUEUE);

        assertThat(recorder.rateOf(QUEUE, 103 * SECOND).perSecond()).isEqualTo(1);
    }

    private void deliver(QueueId queue) {
        Message message = message(ID, "a");
        message.moveTo(new Place.Leased(queue, 500, 200));
        recorder.handed(message, new ConsumerId(1), 200);
    }

    @Test
    void whatIsAboutNoMessageIsKeptToo() {
        recorder.began(100, 1);
        recorder.attached(QUEUE, new ConsumerId(5));
        recorder.paused(QUEUE, "", true);
        recorder.paused(QUEUE, "acme", false);

        assertThat(recorder.part(0))
                .containsExactly(
                        new RecordedStep(100, StepKind.ATTACHED, 7, 0, null, 0, 5, "", ""),
                        new RecordedStep(100, StepKind.PAUSED, 7, 0, null, 0, 0, "", ""),
                        new RecordedStep(100, StepKind.RESUMED, 7, 0, null, 0, 0, "acme", ""));
    }

    @Test
    void longTextsAreCut() {
        String key = "x".repeat(300);
        recorder.moved(message(ID, key), Place.NOWHERE, ready(key), Cause.ACCEPTED);

        assertThat(recorder.stepsOf(ID, 0).getFirst().fairnessKey()).isEqualTo("x".repeat(Segment.MOST_CHARS));
    }

    @Test
    void theOldestIsWrittenOverAndTheNewestStays() {
        for (int i = 1; i <= MANY; i++) {
            recorder.began(i, 1);
            recorder.moved(message(new MessageId(1, i), "key"), Place.NOWHERE, ready("key"), Cause.ACCEPTED);
        }

        assertThat(recorder.oldestPart()).isEqualTo(recorder.newestPart() - 1);
        assertThat(recorder.part(0)).isEmpty();
        assertThat(recorder.stepsOf(new MessageId(1, 1), MANY)).isEmpty();
        assertThat(recorder.stepsOf(new MessageId(1, MANY), MANY)).hasSize(1);
        assertThat(recorder.part(recorder.newestPart()).getLast().atNanos()).isEqualTo(MANY);
    }

    @Test
    void whoeverReadsMeanwhileSeesWholeStepsInOrder() throws InterruptedException {
        AtomicLong wrong = new AtomicLong();
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 1; i <= MANY; i++) {
                recorder.began(i, 1);
                recorder.moved(message(new MessageId(i, i), "key" + i), Place.NOWHERE, ready("key"), Cause.ACCEPTED);
            }
        });
        while (writer.isAlive()) {
            List<RecordedStep> steps = recorder.part(recorder.oldestPart());
            for (int i = 0; i < steps.size(); i++) {
                RecordedStep step = steps.get(i);
                long at = step.atNanos();
                boolean whole = new MessageId(at, at).equals(step.id())
                        && step.fairnessKey().equals("key" + at)
                        && (i == 0 || steps.get(i - 1).atNanos() == at - 1);
                wrong.addAndGet(whole ? 0 : 1);
            }
        }
        writer.join();

        assertThat(wrong).hasValue(0);
    }

    private void move(Message message, Place to, Cause cause) {
        Place from = message.place();
        message.moveTo(to);
        recorder.moved(message, from, to, cause);
    }

    private static Place ready(String key) {
        return new Place.Ready(QUEUE, key, "", 1);
    }

    private static Message message(MessageId id, String key) {
        return new Message(
                new Envelope(id, new Scheduling(key, 1, List.of()), 0), 0, Place.NOWHERE, new Body(new byte[0]));
    }
}
