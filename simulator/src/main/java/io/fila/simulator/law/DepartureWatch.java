package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.reply.Purged;
import io.fila.core.reply.Refusal;
import io.fila.simulator.model.Departures;
import io.fila.simulator.model.Entries;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.model.Purges;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows which messages leave without having been acked, and finds out why. */
final class DepartureWatch {
    /** A queue that holds more than it may drops one more than it takes in. */
    private static final int MOST_CROWDED_OUT = 2;

    private final Model model;
    private final Entries entries;
    private final Purges purges;
    private final List<Law> laws;

    DepartureWatch(Model model, Entries entries, Purges purges, List<Law> laws) {
        this.model = model;
        this.entries = entries;
        this.purges = purges;
        this.laws = laws;
    }

    /** Those in line that are too old go before or after the commands: when, can't be told. */
    void expire() {
        model.doubtDoomed();
        for (KnownMessage message : model.departures().unaccounted(model)) {
            if (model.departures().why(message) == Departures.Why.EXPIRED) {
                model.doubt(message.queue());
                if (message.queue().dropsOldest()) {
                    message.queue().doings().doubt();
                }
                drop(message, Departures.Why.EXPIRED);
            }
        }
    }

    /** Nobody else leaves in this turn. */
    void settle() {
        expire();
        for (KnownMessage message : model.departures().unaccounted(model)) {
            Departures.Why why = model.departures().why(message);
            if (why == null) {
                laws.forEach(law -> law.vanishes(message));
            } else {
                drop(message, why);
            }
        }
    }

    private void drop(KnownMessage message, Departures.Why why) {
        laws.forEach(law -> law.drops(message, why));
        message.queue().doings().count(why);
        model.drop(message);
    }

    /** A message comes in, and others may have to go for it. */
    void makeRoom(Command.Enqueue enqueue, @Nullable Answer answer) {
        entries.settleAdmission(enqueue, answer);
        for (int count = 0; count < MOST_CROWDED_OUT; count++) {
            KnownMessage message = entries.crowdedOut(enqueue, answer);
            if (message == null) {
                return;
            }
            if (entries.isGuesswork(enqueue, message)) {
                model.doubt(message.queue());
            }
            laws.forEach(law -> law.crowdsOut(enqueue, message));
            drop(message, Departures.Why.CROWDED_OUT);
        }
    }

    /** Steps of a purge that the broker took up here: it has answered them. */
    void goOn(@Nullable KnownQueue queue, Observation seen) {
        Purges.Step step = firstOf(queue);
        while (queue != null && step != null) {
            if (seen.pagesCome(queue.id()) > 0 || isPurgedTwice(queue, seen)) {
                model.doubt(queue);
            }
            Answer answer = step.sent().answer();
            if (answer != null && answer.value() instanceof Purged told) {
                purge(step, told);
            }
            step = firstOf(queue);
        }
    }

    /** A step that found nothing in memory is taken up with the next one too: who deleted what can't be told then. */
    private boolean isPurgedTwice(KnownQueue queue, Observation seen) {
        long waiting =
                purges.waiting().stream().filter(step -> step.queue() == queue).count();
        long asked = seen.decided().stream()
                .filter(sent -> sent.command() instanceof Command.Purge purge
                        && purge.name().equals(queue.name()))
                .count();
        return waiting > 1 || asked > 1;
    }

    private Purges.@Nullable Step firstOf(@Nullable KnownQueue queue) {
        return queue == null ? null : purges.firstAnswered(queue);
    }

    private void purge(Purges.Step step, Purged told) {
        List<KnownMessage> candidates = purges.candidates(step);
        List<KnownMessage> victims = candidates.subList(0, Math.min(told.count(), candidates.size()));
        laws.forEach(law -> law.purges(step, told, victims));
        if (victims.size() < candidates.size()) {
            // Some of them leave for another reason: which ones is a guess.
            model.doubt(step.queue());
        }
        step.queue().doings().purgedInstead(told.count() - victims.size());
        if (step.queue().countsAreUnsure()) {
            step.queue().doings().doubt();
        }
        victims.forEach(message -> drop(message, Departures.Why.PURGED));
        purges.end(step);
    }

    /** Whoever waits for the purge of a queue that is gone is told so. */
    void endThoseOfDeletedQueues() {
        for (Purges.Step step : List.copyOf(purges.waiting())) {
            if (model.queue(step.queue().id()) == null) {
                purges.end(step);
                Expectation gone = Expectation.refuse(Refusal.Code.NOT_FOUND);
                laws.forEach(law -> law.decides(step.sent(), gone));
            }
        }
    }

    /** Those who still wait have not been answered. */
    void turnEnds() {
        for (Purges.Step step : purges.waiting()) {
            Sent sent = step.sent();
            laws.forEach(law -> law.decides(sent, Expectation.LATER));
        }
    }
}
