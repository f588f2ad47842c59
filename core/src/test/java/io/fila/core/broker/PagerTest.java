package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.journal.Effect;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who is next to get what is on disk. */
final class PagerTest {
    private final Rig rig = new Rig(new BrokerSettings(5, 2, Rig.LITTLE_MEMORY));

    @Test
    void queueWithOnePageIsNotKeptWaitingByOneWithMany() {
        rig.create("busy");
        rig.create("quiet");
        for (int key = 0; key < 20; key++) {
            rig.enqueue("busy", "k" + key, "x");
        }
        rig.enqueue("quiet", "only", "x");
        rig.restart();

        List<Effect> sent = new ArrayList<>(
                rig.turn(List.of(rig.new Receiver("busy").attach(100))).effects());
        sent.addAll(rig.turn(List.of(rig.new Receiver("quiet").attach(100))).effects());
        assertThat(keys(sent)).hasSize(2).doesNotContain("only");
        List<Effect> next = rig.turn(sent.stream().map(this::carryOut).toList()).effects();

        assertThat(keys(next)).hasSize(2).contains("only");
    }

    @Test
    void pageThatWaitsItsTurnIsNotSentForWhenNothingIsLeftToRead() {
        rig.create("busy");
        rig.create("quiet");
        for (int key = 0; key < 2; key++) {
            rig.enqueue("busy", "k" + key, "x");
        }
        MessageId only = Wishes.stored(
                rig.offer("quiet", "only", Wishes.dedup("dedup"), "x").value());
        rig.restart();
        Message found = rig.inPlace("quiet", PlaceKind.PENDING, only);
        List<Effect> sent =
                rig.turn(List.of(rig.new Receiver("busy").attach(100))).effects();
        rig.turn(List.of(rig.new Receiver("quiet").attach(100)));

        cancel(null);
        assertThat(cancel(found)).isEqualTo(Cancelled.gone(only));

        assertThat(rig.turn(sent.stream().map(this::carryOut).toList()).effects())
                .noneMatch(Effect.LoadPage.class::isInstance);
    }

    private Cancelled cancel(@Nullable Message found) {
        Rig.Answer<Cancelled> answer = new Rig.Answer<>();
        rig.turn(List.of(new Command.Cancel(new QueueName("quiet"), "dedup", found, answer)));
        return answer.value();
    }

    private Command carryOut(Effect effect) {
        Effect.LoadPage load = (Effect.LoadPage) effect;
        return new Command.PageLoaded(
                load.queue(),
                load.fairnessKey(),
                load.lane(),
                load.ticket(),
                rig.journal().page(load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit()));
    }

    private static List<String> keys(List<Effect> effects) {
        return effects.stream()
                .map(effect -> ((Effect.LoadPage) effect).fairnessKey())
                .toList();
    }
}
