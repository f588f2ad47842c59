package io.fila.storage.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.access.ApiKey;
import io.fila.core.access.KeyLimits;
import io.fila.core.access.Permission;
import io.fila.core.access.PermissionKind;
import io.fila.core.access.Secret;
import io.fila.core.message.Body;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.message.Scheduling.Fallback;
import io.fila.core.queue.Backoff;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.DedupChanged;
import io.fila.core.record.DeliveryPaused;
import io.fila.core.record.KeyChanged;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.throttle.Rate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CodecsTest {
    private static final int SEEDS = 200;
    private static final QueueId QUEUE = new QueueId(42);

    @Test
    void aQueueIsReadAsItWasWritten() throws MalformedException {
        QueueConfig config = new QueueConfig(Duration.ofMillis(1234));
        QueueCreated queue = new QueueCreated(QUEUE, new QueueName("日本 orders"), config, true);
        byte[] key = Keys.queue(QUEUE);

        assertThat(QueueCodec.read(key, QueueCodec.write(key, queue))).isEqualTo(queue);
    }

    @Test
    void aQueueOfAnyFallbackIsReadAsItWasWritten() throws MalformedException {
        byte[] key = Keys.queue(QUEUE);
        for (ScriptFallback fallback : ScriptFallback.values()) {
            QueueConfig config =
                    new QueueConfig(Duration.ofSeconds(5), "lua", "", 3, fallback, Duration.ofMillis(7), 99_999);
            QueueCreated queue = new QueueCreated(QUEUE, new QueueName("orders"), config, false);

            assertThat(QueueCodec.read(key, QueueCodec.write(key, queue))).isEqualTo(queue);
        }
    }

    @Test
    void aQueueWrittenBeforeThereWasABackoffTriesAgainAtOnce() throws MalformedException {
        byte[] key = Keys.queue(QUEUE);
        QueueCreated queue = new QueueCreated(QUEUE, new QueueName("orders"), QueueConfig.DEFAULT, false);
        byte[] now = QueueCodec.write(key, queue);
        byte[] before = Arrays.copyOf(now, now.length - 2 * Long.BYTES - 1);
        Checksum.close(key, before);

        assertThat(QueueCodec.read(key, before).config()).isEqualTo(QueueConfig.DEFAULT.with(Backoff.NONE));
    }

    @Test
    void aQueueWithMannersIsReadAsItWasWritten() throws MalformedException {
        QueueConfig config = QueueConfig.DEFAULT
                .with(new Capacity(9, Capacity.Overflow.DROP_OLDEST, new Capacity.Admission(80, new Rate(0.1, 7))))
                .with(new Lifetimes(Duration.ofDays(3), Duration.ofSeconds(1)))
                .with(new DeliveryPolicy(5, 4, 3, 0, true))
                .with(new Backoff(Duration.ofMillis(5), Duration.ofHours(1)));
        QueueCreated queue = new QueueCreated(QUEUE, new QueueName("orders"), config, false);
        byte[] key = Keys.queue(QUEUE);

        assertThat(QueueCodec.read(key, QueueCodec.write(key, queue))).isEqualTo(queue);
    }

    @Test
    void dedupKeysAndPausesAreReadAsTheyWereWritten() throws MalformedException {
        byte[] key = Keys.nameIn(QUEUE, "é");
        DedupChanged dedup = new DedupChanged(QUEUE, "é", new MessageId(1, 2), Long.MAX_VALUE);

        assertThat(DedupCodec.read(key, DedupCodec.write(key, new MessageId(1, 2), Long.MAX_VALUE)))
                .isEqualTo(dedup);
        assertThat(PauseCodec.read(key, PauseCodec.write(key))).isEqualTo(new DeliveryPaused(QUEUE, "é", true));
    }

    @Test
    void aKeyIsReadAsItWasWritten() throws MalformedException {
        ApiKey apiKey = new ApiKey(
                "0f",
                "é",
                1,
                2,
                true,
                List.of(Permission.of(PermissionKind.ADMIN, "a.*"), Permission.of(PermissionKind.PRODUCE, "*")),
                List.of(new Secret("digest", 0), new Secret("another", 3)),
                new KeyLimits(4, 5, 6),
                7,
                "billing.example");
        byte[] key = Keys.name("0f");

        assertThat(KeyCodec.read(key, KeyCodec.write(key, apiKey))).isEqualTo(new KeyChanged("0f", apiKey));
    }

    @Test
    void aFlowIsReadAsItWasWritten() throws MalformedException {
        LaneChanged lane = new LaneChanged(QUEUE, "tenant", "3:api", Scheduling.MAX_WEIGHT, Long.MAX_VALUE, 7);
        byte[] key = Keys.lane(QUEUE, "tenant", "3:api");

        assertThat(LaneCodec.read(key, LaneCodec.write(key, lane))).isEqualTo(lane);
    }

    @Test
    void messagesAreReadAsTheyWereWritten() throws MalformedException {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Envelope envelope = envelope(random);
            int attempts = random.nextInt();
            Body body = new Body(bytes(random, 3000));

            byte[] entryKey = Keys.entry(QUEUE, envelope.fairnessKey(), "", seed);
            Message entry = EntryCodec.read(entryKey, EntryCodec.write(entryKey, envelope, attempts));
            byte[] messageKey = Keys.message(QUEUE, envelope.id());
            Place.Leased place = new Place.Leased(QUEUE, random.nextLong(), random.nextLong());
            MessageMoved lease = LeaseCodec.read(messageKey, LeaseCodec.write(messageKey, envelope, attempts, place));
            byte[] stored = BodyCodec.write(messageKey, envelope, body);

            assertThat(entry.envelope()).as("seed %d", seed).isEqualTo(envelope);
            assertThat(entry.attempts()).as("seed %d", seed).isEqualTo(attempts);
            assertThat(entry.place())
                    .as("seed %d", seed)
                    .isEqualTo(new Place.Ready(QUEUE, envelope.fairnessKey(), "", seed));
            assertThat(lease.envelope()).as("seed %d", seed).isEqualTo(envelope);
            assertThat(lease.to()).as("seed %d", seed).isEqualTo(place);
            assertThat(lease.attempts()).as("seed %d", seed).isEqualTo(attempts);
            assertThat(BodyCodec.read(messageKey, stored)).as("seed %d", seed).isEqualTo(body);
            assertThat(BodyCodec.readEnvelope(messageKey, stored))
                    .as("seed %d", seed)
                    .isEqualTo(envelope);
        }
    }

    @Test
    void anExhibitOfTheQuarantineIsReadAsItWasWritten() throws MalformedException {
        byte[] original = Keys.message(QUEUE, new MessageId(1, 2));
        byte[] key = QuarantineCodec.key((byte) 5, original);

        QuarantineCodec.Exhibit exhibit =
                QuarantineCodec.read(key, QuarantineCodec.write(key, new byte[] {1, 2, 3}, "because", 99));

        assertThat(exhibit.family()).isEqualTo((byte) 5);
        assertThat(exhibit.key()).isEqualTo(original);
        assertThat(exhibit.value()).containsExactly(1, 2, 3);
        assertThat(exhibit.reason()).isEqualTo("because");
        assertThat(exhibit.atMillis()).isEqualTo(99);
    }

    @Test
    void anyChangedBitOfKeyOrValueBreaksTheSeal() {
        Envelope envelope = envelope(new Random(1));
        byte[] key = Keys.message(QUEUE, envelope.id());
        byte[] value = LeaseCodec.write(key, envelope, 3, new Place.Leased(QUEUE, 4, 5));

        for (int bit = 0; bit < 8 * (key.length + value.length); bit++) {
            byte[] changedKey = key.clone();
            byte[] changedValue = value.clone();
            int at = bit / 8;
            byte[] changed = at < key.length ? changedKey : changedValue;
            changed[at < key.length ? at : at - key.length] ^= (byte) (1 << bit % 8);

            assertThatThrownBy(() -> LeaseCodec.read(changedKey, changedValue))
                    .as("bit %d", bit)
                    .isInstanceOf(MalformedException.class);
        }
    }

    private static Envelope envelope(Random random) {
        List<String> throttleKeys = switch (random.nextInt(3)) {
            case 0 -> List.of();
            case 1 -> List.of("provider:x");
            default -> List.of("é", "", "region:日本");
        };
        String fairnessKey = "k".repeat(random.nextInt(256));
        return new Envelope(
                new MessageId(random.nextLong(), random.nextLong()),
                new Scheduling(
                        fairnessKey,
                        random.nextLong(1, Scheduling.MAX_WEIGHT),
                        throttleKeys,
                        random.nextBoolean() ? Fallback.LAST_GOOD : Fallback.NONE),
                random.nextLong(),
                random.nextBoolean() ? random.nextLong() : 0,
                random.nextBoolean() ? "dedup é" : "",
                random.nextBoolean() ? new DeadLetter("because", "orders", random.nextLong()) : null);
    }

    private static byte[] bytes(Random random, int bound) {
        byte[] bytes = new byte[random.nextInt(bound)];
        random.nextBytes(bytes);
        return bytes;
    }
}
