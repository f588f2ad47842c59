package io.fila.lua.runtime;

/** The operators that compute a number. */
public enum Operator {
    /** {@code +}. */
    ADD(Event.ADD),
    /** Binary {@code -}. */
    SUB(Event.SUB),
    /** {@code *}. */
    MUL(Event.MUL),
    /** {@code /}. */
    DIV(Event.DIV),
    /** {@code %}. */
    MOD(Event.MOD),
    /** {@code ^}. */
    POW(Event.POW),
    /** {@code //}. */
    IDIV(Event.IDIV),
    /** {@code &}. */
    BAND(Event.BAND),
    /** {@code |}. */
    BOR(Event.BOR),
    /** Binary {@code ~}. */
    BXOR(Event.BXOR),
    /** {@code <<}. */
    SHL(Event.SHL),
    /** {@code >>}. */
    SHR(Event.SHR),
    /** Unary {@code -}; its operand is given twice. */
    UNM(Event.UNM),
    /** Unary {@code ~}; its operand is given twice. */
    BNOT(Event.BNOT);

    private final Event event;

    Operator(Event event) {
        this.event = event;
    }

    /** The metamethod that stands in for the operator. */
    public Event event() {
        return event;
    }

    /** Whether the operator works on the bits of integers. */
    public boolean isBitwise() {
        return switch (this) {
            case BAND, BOR, BXOR, SHL, SHR, BNOT -> true;
            default -> false;
        };
    }
}
