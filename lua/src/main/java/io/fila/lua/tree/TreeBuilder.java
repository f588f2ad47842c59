package io.fila.lua.tree;

import io.fila.lua.runtime.Values;
import io.fila.lua.syntax.Expression;
import io.fila.lua.syntax.FunctionBody;
import io.fila.lua.syntax.Variable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the syntax tree of a script into nodes that run. */
public final class TreeBuilder {
    /** Levels of Java calls that a call of a function takes besides those of its nodes. */
    private static final int CALL_LEVELS = 4;

    private final String chunk;
    private final StatementBuilder statements = new StatementBuilder(this);
    private int nodes;

    private TreeBuilder(String chunk) {
        this.chunk = chunk;
    }

    /** The executable form of a whole script. */
    public static Prototype build(FunctionBody main, String chunk) {
        return new TreeBuilder(chunk).function(main);
    }

    /** How many nodes have been built so far, those of functions that only get made left out. */
    int nodes() {
        return nodes;
    }

    void countNode() {
        nodes++;
    }

    Prototype function(FunctionBody body) {
        int nodesAround = nodes;
        Stat block = statements.block(body.block());
        nodes = nodesAround;
        int[] capturedParameters = body.parameters().stream()
                .filter(Variable::isCaptured)
                .mapToInt(Variable::slot)
                .toArray();
        int captures = body.captures().size();
        boolean[] fromLocal = new boolean[captures];
        int[] index = new int[captures];
        for (int i = 0; i < captures; i++) {
            fromLocal[i] = body.captures().get(i).fromLocal();
            index[i] = body.captures().get(i).index();
        }
        return new Prototype(
                chunk,
                body.parameters().size(),
                body.isVararg(),
                body.slotCount(),
                body.depth() + CALL_LEVELS,
                capturedParameters,
                fromLocal,
                index,
                block);
    }

    ExprList list(List<Expression> expressions) {
        List<Expr> items = new ArrayList<>();
        for (Expression expression : expressions) {
            items.add(build(expression));
        }
        return new ExprList(
                items, !expressions.isEmpty() && expressions.getLast().isMultiple());
    }

    Expr build(Expression expression) {
        countNode();
        return switch (expression) {
            case Expression.Constant e -> new Names.Constant(e.value());
            case Expression.Vararg e -> new Names.Vararg();
            case Expression.Local e -> local(e.variable());
            case Expression.Upvalue e ->
                new Names.Upvalue(e.index(), e.variable().name());
            case Expression.Index e -> index(e);
            case Expression.Call e -> call(e);
            case Expression.MethodCall e -> new MethodCall(build(e.object()), e.name(), list(e.arguments()), e.line());
            case Expression.Arithmetic e -> arithmetic(e);
            case Expression.Compare e -> Comparisons.of(e.relation(), build(e.left()), build(e.right()), e.line());
            case Expression.And e -> and(e);
            case Expression.Or e -> or(e);
            case Expression.Not e -> new Logic.Not(build(e.operand()));
            case Expression.Length e -> new Texts.Length(build(e.operand()), e.line());
            case Expression.Concat e -> concat(e);
            case Expression.Single e -> single(e.operand());
            case Expression.Table e -> table(e);
            case Expression.Function e -> new FunctionExpr(function(e.body()));
        };
    }

    private Expr and(Expression.And e) {
        if (e.left() instanceof Expression.Constant constant) {
            return Values.truthy(constant.value()) ? single(e.right()) : new Logic.Single(build(constant));
        }
        return new Logic.And(build(e.left()), build(e.right()));
    }

    private Expr or(Expression.Or e) {
        if (e.left() instanceof Expression.Constant constant) {
            return Values.truthy(constant.value()) ? new Logic.Single(build(constant)) : single(e.right());
        }
        return new Logic.Or(build(e.left()), build(e.right()));
    }

    private static Expr local(Variable variable) {
        return variable.isCaptured()
                ? new Names.Shared(variable.slot(), variable.name())
                : new Names.Local(variable.slot(), variable.name());
    }

    private Expr index(Expression.Index e) {
        if (e.key() instanceof Expression.Constant constant && constant.value() instanceof String key) {
            return new Indexing.Field(build(e.object()), key, e.line(), isEnvironment(e.object()));
        }
        return new Indexing.Item(build(e.object()), build(e.key()), e.line());
    }

    private static boolean isEnvironment(Expression object) {
        Variable variable = switch (object) {
            case Expression.Local e -> e.variable();
            case Expression.Upvalue e -> e.variable();
            default -> null;
        };
        return variable != null && variable.name().equals("_ENV");
    }

    private Expr arithmetic(Expression.Arithmetic e) {
        Expr left = build(e.left());
        // A unary operator has one operand, given twice.
        Expr right = e.isUnary() ? left : build(e.right());
        return Operators.of(e.operator(), left, right, e.line());
    }

    private Expr single(Expression e) {
        Expr operand = build(e);
        return e.isMultiple() ? new Logic.Single(operand) : operand;
    }

    private Expr concat(Expression.Concat e) {
        List<Expr> operands = new ArrayList<>();
        for (Expression operand : e.operands()) {
            operands.add(build(operand));
        }
        return operands.size() == 2
                ? new Texts.Join(operands.getFirst(), operands.getLast(), e.line())
                : new Texts.JoinMany(operands, e.line());
    }

    private Expr table(Expression.Table e) {
        List<TableConstructor.Entry> entries = new ArrayList<>();
        for (Expression.Entry entry : e.entries()) {
            @Nullable Expression key = entry.key();
            entries.add(new TableConstructor.Entry(key == null ? null : build(key), build(entry.value())));
        }
        boolean isOpen = !e.entries().isEmpty()
                && e.entries().getLast().key() == null
                && e.entries().getLast().value().isMultiple();
        return new TableConstructor(entries, isOpen, e.line());
    }

    private Calls.Call call(Expression.Call e) {
        Expr function = build(e.function());
        List<Expression> arguments = e.arguments();
        boolean isOpen = !arguments.isEmpty() && arguments.getLast().isMultiple();
        if (isOpen || arguments.size() > 3) {
            return new Calls.CallMany(function, list(arguments), e.line());
        }
        return switch (arguments.size()) {
            case 0 -> new Calls.Call0(function, e.line());
            case 1 -> new Calls.Call1(function, build(arguments.get(0)), e.line());
            case 2 -> new Calls.Call2(function, build(arguments.get(0)), build(arguments.get(1)), e.line());
            default ->
                new Calls.Call3(
                        function, build(arguments.get(0)), build(arguments.get(1)), build(arguments.get(2)), e.line());
        };
    }
}
