package io.fila.simulator.law;

import io.fila.core.BrokerSettings;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.model.Model;
import java.util.ArrayList;
import java.util.List;

/** All laws, the ones whose breach explains most first. */
public final class Laws {
    private Laws() {}

    /**
     * Every law there is, fresh for one life.
     *
     * @param auditEveryTurns how often the journal is read back in whole
     */
    public static List<Law> all(
            Model model, FaultyJournal journal, FakeHooks hooks, BrokerSettings settings, int auditEveryTurns) {
        List<Law> laws = new ArrayList<>(new CommandLaws(model).all());
        laws.addAll(List.of(
                new NothingLeavesBeforeItIsDurable(),
                new StrayTurnsDoNotCount(),
                new MovesLeadWhereTheyMust(model),
                new RedrivesTakeTheOldest(model),
                new PurgesDeleteWhatIsMeant(model)));
        laws.addAll(new DeliveryLaws(model).all());
        laws.addAll(new TimeLaws(model).all());
        laws.addAll(new LaneLaws(model).all());
        laws.addAll(new BoundLaws(model, journal, settings).all());
        laws.addAll(List.of(new SharesFollowWeights(model), new QuietKeysGoFirst(model, settings.sparseAllowance())));
        laws.addAll(new KnowledgeLaws(model, hooks, settings.quantum()).all());
        laws.addAll(List.of(
                new NoWorkIsLeftLying(model), new DiskMatchesMemory(model, journal, settings, auditEveryTurns)));
        return laws;
    }
}
