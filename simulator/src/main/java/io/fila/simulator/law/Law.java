package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.record.Snapshot;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.util.Collection;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One thing that must hold whatever happens. A law overrides what it needs to see; except for the end of a turn it is
 * asked before the model has taken in what it is asked about.
 */
public abstract class Law {
    private final String sentence;

    /** The law as a sentence that makes sense to whoever finds it broken. */
    protected Law(String sentence) {
        this.sentence = sentence;
    }

    /** A law about every delivery. */
    static Law ofDeliveries(String sentence, BiPredicate<Handover, KnownMessage> holds) {
        return new Law(sentence) {
            @Override
            protected void delivers(Handover handover, KnownMessage message) {
                require(holds.test(handover, message), () -> handover + " of " + message);
            }
        };
    }

    /** What must hold of a move, by a command, or by none if a timer has gone off or the scheduler has chosen. */
    interface OfMove {
        boolean holds(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by);
    }

    /** A law about every move, before the model has taken it in. */
    static Law ofMoves(String sentence, OfMove law) {
        return new Law(sentence) {
            @Override
            protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
                require(law.holds(move, message, by), () -> move + " of " + message);
            }
        };
    }

    /** A law about every answer, when its command is decided. */
    static Law ofAnswers(String sentence, BiPredicate<Command, Answer> holds) {
        return new Law(sentence) {
            @Override
            protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {
                Answer answer = sent.answer();
                require(answer == null || holds.test(sent.command(), answer), () -> sent.describe() + " " + answer);
            }
        };
    }

    /** A law about the end of every turn. */
    static Law ofTurns(String sentence, Predicate<Observation> holds) {
        return new Law(sentence) {
            @Override
            protected void turnEnds(Observation seen) {
                require(holds.test(seen), seen::steps);
            }
        };
    }

    /** A law about what the broker knows, when a turn is over and when it has come up again. */
    static Law ofKnowledge(String sentence, Predicate<Snapshot> holds) {
        return new Law(sentence) {
            @Override
            protected void knows(Snapshot snapshot) {
                require(holds.test(snapshot), () -> snapshot);
            }
        };
    }

    /** A law that follows every step. */
    interface OfSteps {
        void happens(Step step);
    }

    /** A law about what is left when everything has been consumed. */
    static Law ofTheEnd(String sentence, Supplier<? extends Collection<?>> wronglyLeft) {
        return new Law(sentence) {
            @Override
            protected void drained() {
                require(wronglyLeft.get().isEmpty(), wronglyLeft);
            }
        };
    }

    protected void turnBegins(Observation seen) {}

    /** A command is decided, which moves these messages. */
    protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {}

    protected void delivers(Handover handover, KnownMessage message) {}

    /** A stored body was read for a delivery that carried none; null if there was none any more. */
    protected void readsBody(Delivery delivery, @Nullable Body body, KnownMessage message) {}

    /** A message moves, by a command, or by none if a timer has gone off or the scheduler has chosen. */
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {}

    /** The model has taken the move in. */
    protected void moved(Step.Moved move, KnownMessage message, @Nullable Command by) {}

    /** Somebody is answered, while another command may be decided that its own had to wait for. */
    protected void answers(Sent sent, Answer answer, @Nullable Command during) {}

    protected void turnEnds(Observation seen) {}

    /** Something left the process although its turn is not durable. */
    protected void leaks(String what) {}

    /** What nobody should have been able to commit was committed. */
    protected void strays(String what) {}

    /** An answer has left for its client. */
    protected void hears(Sent sent) {}

    protected void restarts(Broker recovered) {}

    /** What the broker knows when a turn is over, and when it has come up again. */
    protected void knows(Snapshot snapshot) {}

    /** Faults are off, and nothing is pending or with a consumer any more. */
    protected void drained() {}

    /** After that every queue was deleted; this is the broker that lived to see it. */
    protected void lifeEnds(Broker broker) {}

    protected final void require(boolean holds, Supplier<?> found) {
        if (!holds) {
            throw new BrokenLawException(sentence, "found " + found.get());
        }
    }

    protected final void require(boolean holds, Supplier<?> expected, Supplier<?> found) {
        if (!holds) {
            throw new BrokenLawException(sentence, "expected " + expected.get() + " but found " + found.get());
        }
    }
}
