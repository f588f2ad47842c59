package io.fila.lua.syntax;

import io.fila.lua.syntax.FunctionBody.Capture;
import io.fila.lua.syntax.Variable.Attribute;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names one function sees while it is being read: its variables in scope, its upvalues, its labels and jumps. */
final class FunctionScope {
    static final int MAX_LOCALS = 200;
    static final int MAX_UPVALUES = 255;
    static final int MAX_LABELS = 2000;
    private static final String BREAK = "break";

    final @Nullable FunctionScope parent;
    final boolean isVararg;
    final List<Capture> captures = new ArrayList<>();
    private final Lexer lexer;
    private final int line;
    private final List<Variable> active = new ArrayList<>();
    private final List<BlockScope> blocks = new ArrayList<>();
    /** Names that no function around this one knows; they learn none while this one is read. */
    private final Set<String> unknownAround = new HashSet<>();

    private int nextSlot;
    private int slotCount;
    private int labelCount;

    /** A block being read. */
    static final class BlockScope {
        final int firstVariable;
        final int firstSlot;
        final boolean isLoop;
        boolean closes;
        final List<Label> labels = new ArrayList<>();
        final List<Jump> jumps = new ArrayList<>();

        BlockScope(int firstVariable, int firstSlot, boolean isLoop) {
            this.firstVariable = firstVariable;
            this.firstSlot = firstSlot;
            this.isLoop = isLoop;
        }
    }

    FunctionScope(@Nullable FunctionScope parent, boolean isVararg, Lexer lexer, int line) {
        this.parent = parent;
        this.isVararg = isVararg;
        this.lexer = lexer;
        this.line = line;
    }

    void openBlock(boolean isLoop) {
        blocks.add(new BlockScope(active.size(), nextSlot, isLoop));
    }

    /** Ends a block: its variables and labels go, its open jumps become those of the block around it. */
    void closeBlock() {
        BlockScope block = blocks.removeLast();
        BlockScope outer = blocks.isEmpty() ? null : blocks.getLast();
        for (Jump jump : block.jumps) {
            if (outer == null) {
                throw lexer.error(
                        jump.name.equals(BREAK)
                                ? "break outside loop at line " + jump.line
                                : "no visible label '" + jump.name + "' for <goto> at line " + jump.line);
            }
            jump.activeVariables = Math.min(jump.activeVariables, block.firstVariable);
            outer.jumps.add(jump);
        }
        while (active.size() > block.firstVariable) {
            active.removeLast();
        }
        nextSlot = block.firstSlot;
    }

    BlockScope block() {
        return blocks.getLast();
    }

    /** A {@code break} outside a loop is a jump that will find no label. */
    void checkBreak(int breakLine) {
        if (blocks.stream().noneMatch(block -> block.isLoop)) {
            block().jumps.add(new Jump(BREAK, breakLine, active.size()));
        }
    }

    /** Whether leaving the function from here closes a variable. */
    boolean closesOnReturn() {
        return blocks.stream().anyMatch(block -> block.closes);
    }

    /** Makes a variable that is not yet in scope. */
    Variable declare(String name, Attribute attribute) {
        if (nextSlot >= MAX_LOCALS) {
            throw lexer.errorAtToken("too many local variables (limit is " + MAX_LOCALS + ") in " + where());
        }
        Variable variable = new Variable(name, attribute, reserveSlot());
        if (attribute == Attribute.CLOSE) {
            block().closes = true;
        }
        return variable;
    }

    private String where() {
        return parent == null ? "main function" : "function at line " + line;
    }

    /** A place in the frame for a value without a name. */
    int reserveSlot() {
        slotCount = Math.max(slotCount, nextSlot + 1);
        return nextSlot++;
    }

    void activate(Variable variable) {
        active.add(variable);
    }

    int activeCount() {
        return active.size();
    }

    String activeName(int index) {
        return active.get(index).name();
    }

    int slotCount() {
        return slotCount;
    }

    /** The expression for a name: a local, an upvalue, or null when neither. */
    @Nullable Expression resolve(String name) {
        for (int i = active.size() - 1; i >= 0; i--) {
            if (active.get(i).name().equals(name)) {
                return new Expression.Local(active.get(i));
            }
        }
        int index = upvalue(name);
        return index < 0
                ? null
                : new Expression.Upvalue(index, captures.get(index).variable());
    }

    private int upvalue(String name) {
        for (int i = 0; i < captures.size(); i++) {
            if (captures.get(i).variable().name().equals(name)) {
                return i;
            }
        }
        if (parent == null || unknownAround.contains(name)) {
            return -1;
        }
        Capture capture = capture(parent.resolve(name));
        if (capture == null) {
            unknownAround.add(name);
            return -1;
        }
        if (captures.size() >= MAX_UPVALUES) {
            throw lexer.errorAtToken("too many upvalues (limit is " + MAX_UPVALUES + ") in " + where());
        }
        captures.add(capture);
        return captures.size() - 1;
    }

    private static @Nullable Capture capture(@Nullable Expression outer) {
        if (outer instanceof Expression.Local local) {
            local.variable().capture();
            return new Capture(true, local.variable().slot(), local.variable());
        }
        return outer instanceof Expression.Upvalue upvalue
                ? new Capture(false, upvalue.index(), upvalue.variable())
                : null;
    }

    /** Adds a goto, resolved at once when its label has been read. */
    Jump jump(String name, int jumpLine) {
        countLabel();
        Jump jump = new Jump(name, jumpLine, active.size());
        jump.label = findLabel(name);
        if (jump.label == null) {
            block().jumps.add(jump);
        }
        return jump;
    }

    /** Adds a label and resolves the jumps of its block that waited for it. */
    Label label(String name, int labelLine, boolean endsBlock) {
        countLabel();
        Label label = new Label(name, labelLine, endsBlock ? block().firstVariable : active.size());
        block().labels.add(label);
        for (Jump jump : List.copyOf(block().jumps)) {
            if (jump.name.equals(name)) {
                if (jump.activeVariables < label.activeVariables) {
                    throw lexer.error("<goto " + name + "> at line " + jump.line + " jumps into the scope of local '"
                            + activeName(jump.activeVariables) + "'");
                }
                jump.label = label;
                block().jumps.remove(jump);
            }
        }
        return label;
    }

    private void countLabel() {
        if (++labelCount > MAX_LABELS) {
            throw lexer.errorAtToken("too many labels and gotos (limit is " + MAX_LABELS + ") in " + where());
        }
    }

    @Nullable Label findLabel(String name) {
        for (BlockScope block : blocks) {
            for (Label label : block.labels) {
                if (label.name.equals(name)) {
                    return label;
                }
            }
        }
        return null;
    }
}
