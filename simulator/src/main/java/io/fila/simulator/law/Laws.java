package io.fila.simulator.law;

import io.fila.core.broker.BrokerSettings;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.model.Model;
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
        return List.of(
                new LeasesAreChosen(),
                new NothingForWhoeverMayNot(model),
                new AnswersAreRight(model),
                new OneLeaseAMessage(),
                new LanesAreFifo(),
                new TokensAreKept(model),
                new DelaysAreKept(model),
                new RedrivesTakeTheOldest(model),
                new LifetimesAreKept(model),
                new CommandsTakeEffect(model),
                new StepsFitTheAccount(),
                new FullQueuesDropTheOldest(model),
                new OnlyTheFirstLeave(),
                new PurgesDeleteWhatIsMeant(model),
                new MovesFindTheFront(model),
                new DepthIsBounded(model),
                new KeysAreBounded(model),
                new KeysInFlightAreBounded(),
                new PausedKeysGetNothing(model),
                new HeldKeysLetNothingOut(model),
                new DedupKeysAreAliveOnce(model),
                new RefusalsSayWhen(model),
                new DeliveriesAreWhole(model),
                new BodiesAreKept(model),
                new CreditIsKept(),
                new ConsumersTakeTurns(model),
                new InFlightIsBounded(model),
                new DamageIsSetAside(),
                new QueuesAreMadeAsAsked(model),
                new EdgesAreTold(model, hooks),
                new StatsTellTheTruth(model, settings.quantum()),
                new SharesFollowWeights(model, settings.quantum(), settings.sparseAllowance()),
                new TheRoundGoesOn(model, settings.sparseAllowance()),
                new QuietKeysGoFirst(model, settings),
                new StreamsAreFlushedAndEnded(model),
                new RecordsAreTheSumOfSteps(),
                new RecordsAreNetEffects(model),
                new MemoryMatchesModel(model),
                new LeasesEndInTime(model),
                new NoWorkIsLeftLying(model),
                new PagesAreForLivingFlows(model),
                new DiskMatchesMemory(model, journal, settings, auditEveryTurns),
                new EverythingAcceptedEnds(model, journal),
                new AgedLikeNew(settings, model));
    }
}
