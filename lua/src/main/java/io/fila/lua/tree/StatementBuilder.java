package io.fila.lua.tree;

import io.fila.lua.syntax.Expression;
import io.fila.lua.syntax.Label;
import io.fila.lua.syntax.Statement;
import io.fila.lua.syntax.Variable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns statements into nodes that run. */
final class StatementBuilder {
    /** Nodes that may run one after the other for the tick of a call or of a round of a loop. */
    private static final int NODES_WITHOUT_TOLL = 64;

    private final TreeBuilder expressions;

    StatementBuilder(TreeBuilder expressions) {
        this.expressions = expressions;
    }

    Stat block(Statement.Block block) {
        return sequence(block.statements(), List.of());
    }

    /** Statements, then nodes that are part of the same block. */
    private Stat sequence(List<Statement> statements, List<Stat> after) {
        List<Stat> nodes = new ArrayList<>();
        List<Label> labels = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        int paid = expressions.nodes();
        for (int i = 0; i < statements.size(); i++) {
            switch (statements.get(i)) {
                case Statement.LabelStatement label -> {
                    labels.add(label.label());
                    positions.add(nodes.size());
                }
                case Statement.LocalDeclaration local -> {
                    paid = addWithToll(nodes, build(local), paid);
                    Variable closed = closedBy(local);
                    if (closed != null) {
                        List<Statement> rest = statements.subList(i + 1, statements.size());
                        int end = after.isEmpty() ? withoutTrailingLabels(rest) : rest.size();
                        nodes.add(new Closing.Scope(
                                expressions.build(new Expression.Local(closed)),
                                closed.name(),
                                sequence(rest.subList(0, end), after),
                                local.line()));
                        for (Statement label : rest.subList(end, rest.size())) {
                            labels.add(((Statement.LabelStatement) label).label());
                            positions.add(nodes.size());
                        }
                        return labelled(nodes, labels, positions);
                    }
                }
                case Statement other -> paid = addWithToll(nodes, build(other), paid);
            }
        }
        nodes.addAll(after);
        return labelled(nodes, labels, positions);
    }

    /** Adds a node, and before it a toll if there are many not paid for; answers how many are paid for now. */
    private int addWithToll(List<Stat> nodes, Stat node, int paid) {
        Stat toll = toll(paid);
        if (toll != null) {
            nodes.add(toll);
        }
        nodes.add(node);
        return toll == null ? paid : expressions.nodes();
    }

    private @Nullable Stat toll(int paid) {
        int unpaid = expressions.nodes() - paid;
        return unpaid < NODES_WITHOUT_TOLL ? null : new Flow.Toll(unpaid);
    }

    private static Stat labelled(List<Stat> nodes, List<Label> labels, List<Integer> positions) {
        Stat[] statements = nodes.toArray(Stat[]::new);
        if (!labels.isEmpty()) {
            int[] places = positions.stream().mapToInt(Integer::intValue).toArray();
            return new Flow.LabelledBlock(statements, labels.toArray(Label[]::new), places);
        }
        return statements.length == 1 ? statements[0] : new Flow.Block(statements);
    }

    private static int withoutTrailingLabels(List<Statement> statements) {
        int end = statements.size();
        while (end > 0 && statements.get(end - 1) instanceof Statement.LabelStatement) {
            end--;
        }
        return end;
    }

    private static @Nullable Variable closedBy(Statement.LocalDeclaration local) {
        for (Variable variable : local.variables()) {
            if (variable.attribute() == Variable.Attribute.CLOSE) {
                return variable;
            }
        }
        return null;
    }

    private Stat build(Statement statement) {
        expressions.countNode();
        return switch (statement) {
            case Statement.LocalDeclaration s -> declaration(s);
            case Statement.LocalFunction s ->
                new Assignments.DefineLocal(
                        s.variable().slot(),
                        s.variable().isCaptured(),
                        new FunctionExpr(expressions.function(s.body())));
            case Statement.Assignment s -> assignment(s);
            case Statement.CallStatement s -> new Flow.CallStat(expressions.build(s.call()));
            case Statement.Block s -> block(s);
            case Statement.While s -> loop(s);
            case Statement.Repeat s -> repeat(s);
            case Statement.If s -> branches(s);
            case Statement.NumericFor s -> numericFor(s);
            case Statement.GenericFor s ->
                new Loops.GenericFor(
                        fresh(s.variables()), expressions.list(s.values()), block(s.body()), s.stateSlot(), s.line());
            case Statement.Return s -> returning(s);
            case Statement.Break s -> new Flow.Break();
            case Statement.Goto s -> new Flow.Goto(s.jump().label());
            case Statement.LabelStatement s -> throw new IllegalStateException("Expected labels to be taken out");
        };
    }

    private Stat declaration(Statement.LocalDeclaration s) {
        List<Variable> variables = s.variables();
        if (variables.size() == 1 && s.values().size() <= 1) {
            Expr value = s.values().isEmpty()
                    ? new Names.Constant(null)
                    : expressions.build(s.values().getFirst());
            Variable variable = variables.getFirst();
            return variable.isCaptured()
                    ? new Assignments.Assign(fresh(variable), value)
                    : new Assignments.AssignLocal(variable.slot(), value);
        }
        return new Assignments.AssignMany(fresh(variables), expressions.list(s.values()));
    }

    private static Assignments.Target[] fresh(List<Variable> variables) {
        return variables.stream().map(StatementBuilder::fresh).toArray(Assignments.Target[]::new);
    }

    private static Assignments.Target fresh(Variable variable) {
        return variable.isCaptured()
                ? new Assignments.NewSharedTarget(variable.slot())
                : new Assignments.LocalTarget(variable.slot());
    }

    private Stat assignment(Statement.Assignment s) {
        if (s.targets().size() == 1 && s.values().size() == 1) {
            Expr value = expressions.build(s.values().getFirst());
            if (s.targets().getFirst() instanceof Expression.Local local
                    && !local.variable().isCaptured()) {
                return new Assignments.AssignLocal(local.variable().slot(), value);
            }
            return new Assignments.Assign(target(s.targets().getFirst()), value);
        }
        Assignments.Target[] targets = s.targets().stream().map(this::target).toArray(Assignments.Target[]::new);
        return new Assignments.AssignMany(targets, expressions.list(s.values()));
    }

    private Assignments.Target target(Expression target) {
        return switch (target) {
            case Expression.Local e ->
                e.variable().isCaptured()
                        ? new Assignments.SharedTarget(e.variable().slot())
                        : new Assignments.LocalTarget(e.variable().slot());
            case Expression.Upvalue e -> new Assignments.UpvalueTarget(e.index());
            case Expression.Index e ->
                new Assignments.FieldTarget(expressions.build(e.object()), expressions.build(e.key()), e.line());
            default -> throw new IllegalStateException("Expected something assignable");
        };
    }

    private Stat repeat(Statement.Repeat s) {
        List<Stat> after = new ArrayList<>();
        int paid = expressions.nodes();
        Expr condition = expressions.build(s.condition());
        addWithToll(after, new Flow.If(new Expr[] {condition}, new Stat[] {new Flow.Break()}, null), paid);
        return new Loops.Repeat(sequence(s.body().statements(), after));
    }

    private Stat loop(Statement.While s) {
        int paid = expressions.nodes();
        Expr condition = expressions.build(s.condition());
        Stat toll = toll(paid);
        Stat body = block(s.body());
        return new Loops.While(condition, toll == null ? body : new Flow.Block(new Stat[] {toll, body}));
    }

    private Stat branches(Statement.If s) {
        Expr[] conditions =
                s.branches().stream().map(b -> expressions.build(b.condition())).toArray(Expr[]::new);
        Stat[] blocks = s.branches().stream().map(b -> block(b.body())).toArray(Stat[]::new);
        Statement.Block otherwise = s.otherwise();
        return new Flow.If(conditions, blocks, otherwise == null ? null : block(otherwise));
    }

    private Stat numericFor(Statement.NumericFor s) {
        Expression step = s.step();
        return new NumericFor(
                fresh(s.variable()),
                expressions.build(s.start()),
                expressions.build(s.limit()),
                step == null ? null : expressions.build(step),
                block(s.body()),
                s.line());
    }

    private Stat returning(Statement.Return s) {
        if (s.values().size() != 1) {
            return new Flow.ReturnMany(expressions.list(s.values()));
        }
        Expr value = expressions.build(s.values().getFirst());
        if (!s.closes() && value instanceof Calls.Call call) {
            return new Flow.ReturnCall(call);
        }
        if (!s.closes() && value instanceof MethodCall call) {
            return new Flow.ReturnMethodCall(call);
        }
        return new Flow.ReturnOne(value);
    }
}
