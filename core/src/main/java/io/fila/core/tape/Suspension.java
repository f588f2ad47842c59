package io.fila.core.tape;

/** Why a flow that has messages takes no part in rounds. */
public enum Suspension {
    /** An operator paused it, or it is at its limit of messages in flight. */
    HELD_BACK,

    /** All of its lanes wait for tokens. */
    THROTTLED,

    /** Its first messages are being read from disk. */
    READING
}
