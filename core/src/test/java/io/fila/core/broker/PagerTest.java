package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.journal.Errand;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is next to get what is on disk. */
final class PagerTest {
    private static final Limits TWO_PAGES = new Limits(10, 100, 10_000, 10_000, 8, 200, 64, 100, 100, 100, 2);

    private final Rig rig = new Rig(new BrokerSettings(5, 2, TWO_PAGES));

    @Test
    void queueWithOnePageIsNotKeptWaitingByOneWithMany() {
        rig.create("busy");
        rig.create("quiet");
        for (int key = 0; key < 20; key++) {
            rig.enqueue("busy", "k" + key, "x");
        }
        rig.enqueue("quiet", "only", "x");
        rig.restart();

        List<Errand> sent = new ArrayList<>(
                rig.turn(List.of(rig.new Receiver("busy").attach(100))).errands());
        sent.addAll(rig.turn(List.of(rig.new Receiver("quiet").attach(100))).errands());
        assertThat(keys(sent)).hasSize(2).doesNotContain("only");
        List<Errand> next = rig.turn(sent.stream().map(this::carryOut).toList()).errands();

        assertThat(keys(next)).hasSize(2).contains("only");
    }

    private Command carryOut(Errand errand) {
        Errand.LoadPage load = (Errand.LoadPage) errand;
        return new Command.PageLoaded(
                load.queue(),
                load.fairnessKey(),
                load.lane(),
                load.ticket(),
                rig.journal().page(load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit()));
    }

    private static List<String> keys(List<Errand> errands) {
        return errands.stream()
                .map(errand -> ((Errand.LoadPage) errand).fairnessKey())
                .toList();
    }
}
