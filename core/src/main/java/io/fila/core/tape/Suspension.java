package io.fila.core.tape;

/** Why a flow that has messages takes no part in rounds. */
public enum Suspension {
    /** An operator has stopped its deliveries, or consumers hold as much of it as they may. */
    HELD_BACK,

    /** All of its lanes wait for tokens. */
    THROTTLED,

    /** Its first messages are being read from disk. */
    READING
}
