package io.fila.simulator.model;

import io.fila.core.message.MessageId;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a command may be answered.
 *
 * @param value what it must be told if it is accepted; null if another law judges that
 * @param mayWait whether the answer may come in a later turn
 * @param effect what it does if it is accepted, and to no other message; null for nothing
 */
public record Expectation(
        boolean mayAccept,
        @Nullable Object value,
        Set<Refusal.Code> mayRefuse,
        boolean mayWait,
        @Nullable Effect effect) {
    private static final Set<Refusal.Code> NONE = EnumSet.noneOf(Refusal.Code.class);

    /** The message moves for one of these causes. */
    public record Effect(MessageId id, Set<Cause> causes) {}

    static final Expectation DONE = accept(Done.DONE);

    /** Accepted; another law judges the value. */
    static final Expectation ACCEPT = accept(null);

    /** Not now: a script decides first. */
    static final Expectation LATER = new Expectation(false, null, NONE, true, null);

    static Expectation accept(@Nullable Object value) {
        return new Expectation(true, value, NONE, false, null);
    }

    static Expectation refuse(Refusal.Code code) {
        return new Expectation(false, null, EnumSet.of(code), false, null);
    }

    /** Or refused like this: which of the two, only the broker knows. */
    Expectation or(Refusal.Code code, Refusal.Code... more) {
        return new Expectation(mayAccept, value, EnumSet.of(code, more), mayWait, effect);
    }

    /** Perhaps in a later turn. */
    Expectation sometime() {
        return new Expectation(mayAccept, value, mayRefuse, true, effect);
    }

    Expectation moving(MessageId id, Cause cause, Cause... more) {
        return new Expectation(mayAccept, value, mayRefuse, mayWait, new Effect(id, EnumSet.of(cause, more)));
    }
}
