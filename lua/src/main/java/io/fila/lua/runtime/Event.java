package io.fila.lua.runtime;

import java.util.Locale;

/** What a metamethod answers to. */
public enum Event {
    /** Reading a key that is not there. */
    INDEX,
    /** Writing a key that is not there. */
    NEWINDEX,
    /** Calling what is no function. */
    CALL,
    /** {@code ==} of two tables. */
    EQ,
    /** {@code <}. */
    LT,
    /** {@code <=}. */
    LE,
    /** {@code #}. */
    LEN,
    /** {@code ..}. */
    CONCAT,
    /** Unary minus. */
    UNM,
    /** {@code +}. */
    ADD,
    /** Binary minus. */
    SUB,
    /** {@code *}. */
    MUL,
    /** {@code /}. */
    DIV,
    /** {@code %}. */
    MOD,
    /** {@code ^}. */
    POW,
    /** {@code //}. */
    IDIV,
    /** {@code &}. */
    BAND,
    /** {@code |}. */
    BOR,
    /** Binary {@code ~}. */
    BXOR,
    /** {@code <<}. */
    SHL,
    /** {@code >>}. */
    SHR,
    /** Unary {@code ~}. */
    BNOT,
    /** The end of a to-be-closed variable. */
    CLOSE,
    /** {@code tostring}. */
    TOSTRING,
    /** {@code pairs}. */
    PAIRS,
    /** What {@code getmetatable} shows in place of the metatable. */
    METATABLE;

    final String key = ("__" + name().toLowerCase(Locale.ROOT)).intern();

    @SuppressWarnings("EnumOrdinal") // Only one bit each is asked for, whichever.
    final int bit = 1 << ordinal();

    /** The key of the metamethod in a metatable. */
    public String key() {
        return key;
    }
}
