package io.fila.client.produce;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.fila.client.ProducerOptions;
import io.fila.proto.v1.EnqueueRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class OutboxTest {
    private static final ProducerOptions OPTIONS =
            ProducerOptions.DEFAULT.withBatch(4, 1_000).withMaxOutstanding(10, 5_000);

    @Test
    void aSendLeavesAtOnceWhileTheWayIsFree() {
        Outbox outbox = new Outbox(OPTIONS);

        outbox.add(send("a"));

        assertThat(frame(outbox, 0)).containsExactly("a");
        assertThat(outbox.nextFrame(0)).isNull();
    }

    @Test
    void sendsGatherWhileFramesAreUnderWay() {
        Outbox outbox = withFramesUnderWay();

        outbox.add(send("c"));
        outbox.add(send("d"));
        assertThat(outbox.nextFrame(0)).isNull();
        outbox.answered(1);

        assertThat(frame(outbox, 0)).containsExactly("c", "d");
    }

    @Test
    void aFullFrameLeavesHoweverManyAreUnderWay() {
        Outbox outbox = withFramesUnderWay();

        List.of("c", "d", "e", "f", "g").forEach(name -> outbox.add(send(name)));

        assertThat(frame(outbox, 0)).containsExactly("c", "d", "e", "f");
        assertThat(outbox.nextFrame(0)).isNull();
    }

    @Test
    void aFrameIsBoundedInBytesAndALargeSendTravelsAlone() {
        Outbox outbox = withFramesUnderWay();

        outbox.add(send("small"));
        outbox.add(send("x".repeat(2_000)));
        outbox.add(send("tiny"));

        assertThat(frame(outbox, 0)).containsExactly("small");
        assertThat(frame(outbox, 0)).hasSize(1);
        assertThat(outbox.nextFrame(0)).isNull();
    }

    @Test
    void withALingerSendsWaitForCompanyButNoLonger() {
        Outbox outbox = new Outbox(OPTIONS.withLinger(Duration.ofNanos(100)));

        outbox.add(send("a"));
        assertThat(outbox.nextFrame(60)).isNull();
        assertThat(outbox.nanosToNextFrame(60)).isEqualTo(40);
        outbox.add(send("b"));

        assertThat(frame(outbox, 100)).containsExactly("a", "b");
        assertThat(outbox.nanosToNextFrame(100)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void roomIsBoundedByCountAndByBytes() {
        Outbox outbox = new Outbox(OPTIONS);

        assertThat(outbox.hasRoomFor(1_000_000)).as("alone").isTrue();
        outbox.add(send("x".repeat(3_000)));
        assertThat(outbox.hasRoomFor(1_900)).isTrue();
        assertThat(outbox.hasRoomFor(3_000)).isFalse();
        for (int i = 0; i < 9; i++) {
            outbox.add(send("a"));
        }
        assertThat(outbox.hasRoomFor(1)).isFalse();
    }

    @Test
    void whatWasUnderWayOnABrokenStreamLeavesAgainFirstAndInOrder() {
        Outbox outbox = withFramesUnderWay();
        outbox.add(send("c"));

        List<PendingSend> gone = outbox.turnBack(send -> !name(send).equals("b"));

        assertThat(gone).extracting(OutboxTest::name).containsExactly("b");
        assertThat(frame(outbox, 0)).containsExactly("a", "c");
        assertThat(outbox.answered(1)).as("a number of the old stream").isNull();
    }

    @Test
    void refusedSendsLeaveAgainInTheirOrder() {
        Outbox outbox = new Outbox(OPTIONS);
        List.of("a", "b", "c").forEach(name -> outbox.add(send(name)));
        List<PendingSend> sent = outbox.nextFrame(0);
        outbox.add(send("d"));

        assertThat(sent).isNotNull();
        for (PendingSend each : sent) {
            assertThat(outbox.answered(each.sequence)).isSameAs(each);
            outbox.again(each);
        }

        assertThat(frame(outbox, 0)).containsExactly("a", "b", "c", "d");
    }

    @Test
    void whatHasACallOfItsOwnIsNotSentAgainWhenTheStreamBreaks() {
        Outbox outbox = new Outbox(OPTIONS);
        PendingSend large = send("large");
        outbox.add(large);
        outbox.nextFrame(0);
        large.hasOwnCall = true;
        outbox.add(send("small"));
        outbox.nextFrame(0);

        assertThat(outbox.turnBack(send -> true)).isEmpty();

        assertThat(frame(outbox, 0)).containsExactly("small");
        assertThat(outbox.answered(large.sequence)).isSameAs(large);
    }

    @Test
    void whatHasACallOfItsOwnStaysWhenWhatWaitsIsTakenOut() {
        Outbox outbox = new Outbox(OPTIONS);
        PendingSend large = send("large");
        outbox.add(large);
        outbox.nextFrame(0);
        large.hasOwnCall = true;
        outbox.add(send("waits"));

        assertThat(outbox.clearWaiting()).extracting(OutboxTest::name).containsExactly("waits");

        assertThat(outbox.hasWaiting()).isFalse();
        assertThat(outbox.answered(large.sequence)).isSameAs(large);
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void sendsExpireWhereverTheyAre() {
        Outbox outbox = new Outbox(OPTIONS);
        outbox.add(new PendingSend(request("a"), 0, 50));
        outbox.nextFrame(0);
        outbox.add(new PendingSend(request("b"), 0, 70));
        List<String> expired = new ArrayList<>();

        assertThat(outbox.expire(60, send -> expired.add(name(send)))).isEqualTo(10);
        assertThat(expired).containsExactly("a");
        assertThat(outbox.expire(80, send -> expired.add(name(send)))).isEqualTo(Long.MAX_VALUE);

        assertThat(expired).containsExactly("a", "b");
        assertThat(outbox.isEmpty()).isTrue();
    }

    @Test
    void nothingIsLostOrForgottenWhateverHappens() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Outbox outbox = new Outbox(OPTIONS);
            List<PendingSend> alive = new ArrayList<>();
            List<PendingSend> underWay = new ArrayList<>();
            for (int step = 0; step < 300; step++) {
                switch (random.nextInt(5)) {
                    case 0, 1 -> {
                        PendingSend send = send("x".repeat(random.nextInt(600)));
                        if (outbox.hasRoomFor(send.bytes)) {
                            outbox.add(send);
                            alive.add(send);
                        }
                    }
                    case 2 -> {
                        List<PendingSend> frame = outbox.nextFrame(0);
                        if (frame != null) {
                            underWay.addAll(frame);
                        }
                    }
                    case 3 -> {
                        if (!underWay.isEmpty()) {
                            PendingSend send = underWay.remove(random.nextInt(underWay.size()));
                            assertThat(outbox.answered(send.sequence)).isSameAs(send);
                            if (random.nextBoolean()) {
                                outbox.again(send);
                            } else {
                                alive.remove(send);
                            }
                        }
                    }
                    default -> {
                        if (random.nextInt(10) == 0) {
                            outbox.turnBack(send -> true);
                            underWay.clear();
                        }
                    }
                }
                assertThat(outbox.all()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(alive);
                assertThat(alive.size()).isLessThanOrEqualTo(OPTIONS.maxOutstandingMessages());
            }
            while (!underWay.isEmpty()) {
                outbox.answered(underWay.remove(0).sequence);
            }
            for (List<PendingSend> frame = outbox.nextFrame(0); frame != null; frame = outbox.nextFrame(0)) {
                frame.forEach(send -> outbox.answered(send.sequence));
            }
            assertThat(outbox.isEmpty()).as("seed %d", seed).isTrue();
            assertThat(outbox.hasRoomFor(5_000)).as("seed %d", seed).isTrue();
        }
    }

    private static Outbox withFramesUnderWay() {
        Outbox outbox = new Outbox(OPTIONS);
        outbox.add(send("a"));
        outbox.nextFrame(0);
        outbox.add(send("b"));
        outbox.nextFrame(0);
        return outbox;
    }

    private static List<String> frame(Outbox outbox, long nowNanos) {
        List<PendingSend> frame = outbox.nextFrame(nowNanos);
        return frame == null ? List.of() : frame.stream().map(OutboxTest::name).toList();
    }

    private static PendingSend send(String text) {
        return new PendingSend(request(text), 0, Long.MAX_VALUE);
    }

    private static EnqueueRequest request(String text) {
        return EnqueueRequest.newBuilder()
                .setPayload(ByteString.copyFromUtf8(text))
                .build();
    }

    private static String name(PendingSend send) {
        return send.request.getPayload().toStringUtf8();
    }
}
