package io.fila.lua.tree;

import io.fila.lua.runtime.Frame;

/** A node that does something, and says how it ended. */
abstract class Stat {
    /** The next statement is next. */
    static final int NORMAL = 0;
    /** The innermost loop is to end. */
    static final int BREAK = 1;
    /** A block with the label in the frame's target is to go on there. */
    static final int GOTO = 2;
    /** The function is to end with the frame's result. */
    static final int RETURN = 3;
    /** The function is to end with what the frame's target answers to the frame's result as arguments. */
    static final int TAIL_CALL = 4;

    abstract int execute(Frame frame);
}
