package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.Snapshot;
import io.fila.core.reply.Reply;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Decisions;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.Model;
import io.fila.simulator.model.Moves;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import io.fila.simulator.process.Witness;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks the model through each turn, step by step as the tape tells them, and asks every law. */
public final class Referee implements Witness {
    private final Model model;
    private final Moves moves;
    private final Decisions decisions;
    private final List<Law> laws;
    private final List<Law.OfSteps> followers = new ArrayList<>();

    public Referee(Model model, List<Law> laws) {
        this.model = model;
        this.moves = new Moves(model);
        this.decisions = new Decisions(model);
        this.laws = laws;
        for (Law law : laws) {
            if (law instanceof Law.OfSteps follower) {
                followers.add(follower);
            }
        }
    }

    @Override
    public void turned(Observation seen) {
        model.beginTurn(seen);
        laws.forEach(law -> law.turnBegins(seen));
        Deque<Sent> commands = new ArrayDeque<>(seen.decided());
        Deque<Handover> handovers = new ArrayDeque<>(seen.handovers());
        Command current = null;
        List<Step> steps = seen.steps();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            followers.forEach(law -> law.happens(step));
            switch (step) {
                case Step.Decides decides -> {
                    current = decides.command();
                    decide(commands.remove(), effects(steps, i + 1), seen);
                }
                case Step.Dispatches _ -> current = null;
                case Step.Moved move when move.cause() == Cause.LEASED -> deliver(move, handovers.remove());
                case Step.Moved move -> move(move, current);
                case Step.Held held -> model.hold(known(held.id()), true);
                case Step.PutBack back -> model.hold(known(back.id()), false);
                case Step.Answered answered -> answer(answered.reply(), new Answer(answered.value(), null), current);
                case Step.Refused refused -> answer(refused.reply(), new Answer(null, refused.why()), current);
                case Step.Remembered key ->
                    model.knownQueues().remembered(key.queue()).add(key.fairnessKey());
                case Step.Forgotten key ->
                    model.knownQueues().remembered(key.queue()).remove(key.fairnessKey());
                default -> {}
            }
        }
        laws.forEach(law -> {
            law.turnEnds(seen);
            law.knows(seen.snapshot());
        });
        model.forgetWhatIsOver(seen::snapshot);
    }

    /** What moves from a step on until the next command is decided. */
    private static List<Step.Moved> effects(List<Step> steps, int from) {
        return steps.subList(from, steps.size()).stream()
                .takeWhile(step -> !(step instanceof Step.Decides || step instanceof Step.Dispatches))
                .filter(Step.Moved.class::isInstance)
                .map(Step.Moved.class::cast)
                .toList();
    }

    @Override
    public void bodyRead(Delivery delivery, @Nullable Body body) {
        KnownMessage message = known(delivery.envelope().id());
        laws.forEach(law -> law.readsBody(delivery, body, message));
    }

    @Override
    public void started(Broker recovered, long clockNanos) {
        Snapshot known = recovered.snapshot();
        model.forgetWhatIsOver(() -> known);
        model.restart(clockNanos);
        laws.forEach(law -> {
            law.restarts(recovered);
            law.knows(known);
        });
    }

    @Override
    public void leaked(String what) {
        laws.forEach(law -> law.leaks(what));
    }

    @Override
    public void strayed(String what) {
        laws.forEach(law -> law.strays(what));
    }

    @Override
    public void heard(Sent sent) {
        laws.forEach(law -> law.hears(sent));
    }

    public void drained() {
        laws.forEach(Law::drained);
    }

    public void lifeEnds(Broker broker) {
        laws.forEach(law -> law.lifeEnds(broker));
    }

    private void decide(Sent sent, List<Step.Moved> effects, Observation seen) {
        Expectation expected = decisions.expect(sent.command(), effects);
        laws.forEach(law -> law.decides(sent, expected, effects));
        Answer answer = sent.answer();
        if (answer == null || answer.accepted() || expected.mayWait()) {
            decisions.apply(sent);
        }
        if (sent.command() instanceof Command.PageLoaded loaded) {
            loseDamaged(loaded, seen);
        }
    }

    private void move(Step.Moved move, @Nullable Command by) {
        laws.forEach(law -> law.moves(move, model.message(move.id()), by));
        KnownMessage message = moves.take(move, by);
        laws.forEach(law -> law.moved(move, message, by));
    }

    private void deliver(Step.Moved move, Handover handover) {
        KnownMessage message = known(handover.delivery().envelope().id());
        laws.forEach(law -> law.moves(move, message, null));
        laws.forEach(law -> law.delivers(handover, message));
        moves.lease(
                move, message, message.queue().consumer(handover.connection().id()));
        laws.forEach(law -> law.moved(move, message, null));
    }

    private void answer(Reply<?> reply, Answer answer, @Nullable Command during) {
        Sent sent = Sent.waitingFor(reply);
        if (sent != null) {
            laws.forEach(law -> law.answers(sent, answer, during));
        }
    }

    private KnownMessage known(MessageId id) {
        KnownMessage message = model.message(id);
        if (message == null) {
            throw unknown(id);
        }
        return message;
    }

    /** What could not be read of a page is recorded as damaged. */
    private void loseDamaged(Command.PageLoaded loaded, Observation seen) {
        for (long position : loaded.page().damagedPositions()) {
            Place place = new Place.Ready(loaded.queue(), loaded.fairnessKey(), loaded.lane(), position);
            boolean isRecorded = seen.turn().records().stream()
                    .anyMatch(change -> change instanceof EntryDamaged damaged
                            && place.equals(new Place.Ready(
                                    damaged.queue(), damaged.fairnessKey(), damaged.lane(), damaged.position())));
            if (isRecorded) {
                model.lose(model.stored().stream()
                        .filter(message -> message.place().equals(place))
                        .findFirst()
                        .orElseThrow(() -> unknown(place)));
            }
        }
    }

    private static BrokenLawException unknown(Object found) {
        return new BrokenLawException("Only what was accepted is in line.", "found " + found);
    }
}
