package io.fila.lua.syntax;

import io.fila.lua.syntax.FunctionBody.Capture;
import io.fila.lua.syntax.Statement.Block;
import io.fila.lua.syntax.Variable.Attribute;
import java.util.ArrayList;
import java.util.List;

/** Reads the statements of a script. */
public final class Parser {
    /** The longest way down a script's tree: a bound on the Java stack that compiling and running it uses. */
    public static final int MAX_DEPTH = 400;

    static final int MAX_NESTING = 200;

    private final Lexer lexer;
    private final ExpressionParser expressions;
    private FunctionScope scope;
    private int nesting;

    private Parser(String source, String chunk) {
        this.lexer = new Lexer(source, chunk);
        this.scope = new FunctionScope(null, true, lexer, 0);
        this.expressions = new ExpressionParser(this, lexer);
    }

    /**
     * Reads a whole script as the body of a vararg function with the one upvalue {@code _ENV}.
     *
     * @param source the text, one char a byte
     * @param chunk the name for errors
     */
    public static FunctionBody parse(String source, String chunk) {
        return new Parser(source, chunk).parseChunk();
    }

    /** How many words and signs a text has, as a measure of what becomes of it. */
    public static long tokens(String source, String chunk) {
        Lexer lexer = new Lexer(source, chunk);
        long tokens = 0;
        for (lexer.advance(); lexer.kind != Token.END_OF_TEXT; lexer.advance()) {
            tokens++;
        }
        return tokens;
    }

    private FunctionBody parseChunk() {
        scope.captures.add(new Capture(true, 0, new Variable("_ENV", Attribute.NONE, 0)));
        lexer.advance();
        Block block = parseBlock(false);
        if (lexer.kind != Token.END_OF_TEXT) {
            throw expected(Token.END_OF_TEXT);
        }
        return checked(new FunctionBody(List.of(), true, block, scope.slotCount(), List.copyOf(scope.captures), 0));
    }

    FunctionScope scope() {
        return scope;
    }

    /** Goes one level deeper; {@link #leaveLevel} comes back. */
    void enterLevel() {
        if (++nesting > MAX_NESTING) {
            throw lexer.errorAtToken("chunk has too many syntax levels (limit is " + MAX_NESTING + ")");
        }
    }

    void leaveLevel() {
        nesting--;
    }

    private FunctionBody checked(FunctionBody body) {
        checkDepth(body.depth());
        return body;
    }

    void checkDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw lexer.errorAtToken("chunk nests too deeply (limit is " + MAX_DEPTH + " levels)");
        }
    }

    /** Reads parameters and body of a function, up to its end. */
    FunctionBody parseFunction(boolean isMethod, int line) {
        List<Variable> parameters = new ArrayList<>();
        List<String> names = new ArrayList<>();
        if (isMethod) {
            names.add("self");
        }
        boolean isVararg = parseParameters(names);
        scope = new FunctionScope(scope, isVararg, lexer, line);
        scope.openBlock(false);
        for (String name : names) {
            Variable parameter = scope.declare(name, Attribute.NONE);
            scope.activate(parameter);
            parameters.add(parameter);
        }
        Block block = parseBlock(false);
        closeWith(Token.END, Token.FUNCTION, line);
        scope.closeBlock();
        FunctionScope finished = scope;
        FunctionScope outer = finished.parent;
        if (outer == null) {
            throw new IllegalStateException("Expected a function around a function");
        }
        scope = outer;
        return checked(new FunctionBody(
                parameters, isVararg, block, finished.slotCount(), List.copyOf(finished.captures), line));
    }

    private boolean parseParameters(List<String> names) {
        expect(Token.LEFT_PAREN);
        boolean isVararg = false;
        if (lexer.kind != Token.RIGHT_PAREN) {
            do {
                if (accept(Token.ELLIPSIS)) {
                    isVararg = true;
                } else {
                    names.add(expectName());
                }
            } while (!isVararg && accept(Token.COMMA));
        }
        expect(Token.RIGHT_PAREN);
        return isVararg;
    }

    private Block parseBlock(boolean isLoop) {
        scope.openBlock(isLoop);
        Block block = parseStatements();
        scope.closeBlock();
        return block;
    }

    private Block parseStatements() {
        List<Statement> statements = new ArrayList<>();
        while (!endsBlock()) {
            if (lexer.kind == Token.RETURN) {
                enterLevel();
                statements.add(parseReturn());
                leaveLevel();
                break;
            }
            parseStatement(statements);
        }
        return Block.of(statements);
    }

    private boolean endsBlock() {
        return switch (lexer.kind) {
            case ELSE, ELSEIF, END, END_OF_TEXT, UNTIL -> true;
            default -> false;
        };
    }

    private void parseStatement(List<Statement> statements) {
        enterLevel();
        int line = lexer.tokenLine;
        switch (lexer.kind) {
            case SEMICOLON -> lexer.advance();
            case IF -> statements.add(parseIf(line));
            case WHILE -> statements.add(parseWhile(line));
            case DO -> {
                lexer.advance();
                statements.add(parseBlock(false));
                closeWith(Token.END, Token.DO, line);
            }
            case FOR -> statements.add(new ForParser(this, lexer, expressions).parse(line));
            case REPEAT -> statements.add(parseRepeat(line));
            case FUNCTION -> statements.add(parseFunctionStatement(line));
            case LOCAL -> parseLocal(statements);
            case DOUBLE_COLON -> parseLabel(statements, line);
            case BREAK -> statements.add(parseBreak(line));
            case GOTO -> {
                lexer.advance();
                statements.add(new Statement.Goto(scope.jump(expectName(), line)));
            }
            default -> statements.add(parseExpressionStatement());
        }
        leaveLevel();
    }

    private Statement parseIf(int line) {
        List<Statement.Branch> branches = new ArrayList<>();
        Block otherwise = null;
        do {
            lexer.advance();
            Expression condition = expressions.parse();
            expect(Token.THEN);
            branches.add(new Statement.Branch(condition, parseBlock(false)));
        } while (lexer.kind == Token.ELSEIF);
        if (accept(Token.ELSE)) {
            otherwise = parseBlock(false);
        }
        closeWith(Token.END, Token.IF, line);
        return new Statement.If(List.copyOf(branches), otherwise);
    }

    private Statement parseWhile(int line) {
        lexer.advance();
        Expression condition = expressions.parse();
        Block body = parseLoopBody(Token.WHILE, line);
        return new Statement.While(condition, body);
    }

    /** Reads {@code do … end}. */
    Block parseLoopBody(Token opener, int line) {
        expect(Token.DO);
        Block body = parseBlock(true);
        closeWith(Token.END, opener, line);
        return body;
    }

    private Statement parseRepeat(int line) {
        lexer.advance();
        scope.openBlock(true);
        scope.openBlock(false);
        Block body = parseStatements();
        closeWith(Token.UNTIL, Token.REPEAT, line);
        Expression condition = expressions.parse();
        scope.closeBlock();
        scope.closeBlock();
        return new Statement.Repeat(body, condition);
    }

    private Statement parseFunctionStatement(int line) {
        lexer.advance();
        Expression target = expressions.resolve(expectName(), lexer.tokenLine);
        boolean isMethod = false;
        while (!isMethod && (lexer.kind == Token.DOT || lexer.kind == Token.COLON)) {
            isMethod = lexer.kind == Token.COLON;
            lexer.advance();
            target = new Expression.Index(target, new Expression.Constant(expectName()), line);
            checkDepth(target.depth());
        }
        checkAssignable(target);
        FunctionBody body = parseFunction(isMethod, line);
        return new Statement.Assignment(List.of(target), List.of(new Expression.Function(body)));
    }

    private void parseLocal(List<Statement> statements) {
        lexer.advance();
        if (accept(Token.FUNCTION)) {
            Variable variable = scope.declare(expectName(), Attribute.NONE);
            scope.activate(variable);
            statements.add(new Statement.LocalFunction(variable, parseFunction(false, lexer.tokenLine)));
            return;
        }
        int line = lexer.tokenLine;
        List<Variable> variables = new ArrayList<>();
        boolean closes = false;
        do {
            String name = expectName();
            Attribute attribute = parseAttribute();
            if (attribute == Attribute.CLOSE) {
                if (closes) {
                    throw lexer.error("multiple to-be-closed variables in local list");
                }
                closes = true;
            }
            variables.add(scope.declare(name, attribute));
        } while (accept(Token.COMMA));
        List<Expression> values = accept(Token.ASSIGN) ? expressions.parseList() : List.of();
        variables.forEach(scope::activate);
        statements.add(new Statement.LocalDeclaration(List.copyOf(variables), values, line));
    }

    private Attribute parseAttribute() {
        if (!accept(Token.LESS)) {
            return Attribute.NONE;
        }
        String name = expectName();
        Attribute attribute = switch (name) {
            case "const" -> Attribute.CONST;
            case "close" -> Attribute.CLOSE;
            default -> throw lexer.error("unknown attribute '" + name + "'");
        };
        expect(Token.GREATER);
        return attribute;
    }

    private void parseLabel(List<Statement> statements, int line) {
        lexer.advance();
        String name = expectName();
        expect(Token.DOUBLE_COLON);
        // What does nothing does not part a label from the end of its block.
        while (lexer.kind == Token.SEMICOLON || lexer.kind == Token.DOUBLE_COLON) {
            parseStatement(statements);
        }
        Label existing = scope.findLabel(name);
        if (existing != null) {
            throw lexer.error("label '" + name + "' already defined on line " + existing.line);
        }
        boolean endsBlock = endsBlock() && lexer.kind != Token.UNTIL;
        statements.add(new Statement.LabelStatement(scope.label(name, line, endsBlock)));
    }

    private Statement parseBreak(int line) {
        lexer.advance();
        scope.checkBreak(line);
        return new Statement.Break();
    }

    private Statement parseReturn() {
        int line = lexer.tokenLine;
        lexer.advance();
        List<Expression> values = endsBlock() || lexer.kind == Token.SEMICOLON ? List.of() : expressions.parseList();
        accept(Token.SEMICOLON);
        if (!endsBlock()) {
            throw expected(scope.parent == null ? Token.END_OF_TEXT : Token.END);
        }
        return new Statement.Return(values, scope.closesOnReturn(), line);
    }

    private Statement parseExpressionStatement() {
        Expression first = expressions.parseSuffixed();
        if (lexer.kind == Token.ASSIGN || lexer.kind == Token.COMMA) {
            List<Expression> targets = new ArrayList<>();
            checkAssignable(first);
            targets.add(first);
            while (accept(Token.COMMA)) {
                Expression target = expressions.parseSuffixed();
                checkAssignable(target);
                targets.add(target);
            }
            expect(Token.ASSIGN);
            return new Statement.Assignment(List.copyOf(targets), expressions.parseList());
        }
        if (first instanceof Expression.Call || first instanceof Expression.MethodCall) {
            return new Statement.CallStatement(first);
        }
        throw lexer.errorAtToken("syntax error");
    }

    private void checkAssignable(Expression target) {
        Variable variable = switch (target) {
            case Expression.Local local -> local.variable();
            case Expression.Upvalue upvalue -> upvalue.variable();
            case Expression.Index index -> null;
            default -> throw lexer.errorAtToken("syntax error");
        };
        if (variable != null && variable.attribute() != Attribute.NONE) {
            throw lexer.error("attempt to assign to const variable '" + variable.name() + "'");
        }
    }

    boolean accept(Token token) {
        if (lexer.kind != token) {
            return false;
        }
        lexer.advance();
        return true;
    }

    void expect(Token token) {
        if (!accept(token)) {
            throw expected(token);
        }
    }

    String expectName() {
        if (lexer.kind != Token.NAME) {
            throw expected(Token.NAME);
        }
        String name = lexer.text;
        lexer.advance();
        return name;
    }

    private LuaSyntaxError expected(Token token) {
        return lexer.errorAtToken(token.quoted() + " expected");
    }

    /** Expects the end of what a token opened. */
    void closeWith(Token closer, Token opener, int openerLine) {
        if (accept(closer)) {
            return;
        }
        if (lexer.tokenLine == openerLine) {
            throw expected(closer);
        }
        throw lexer.errorAtToken(
                closer.quoted() + " expected (to close " + opener.quoted() + " at line " + openerLine + ")");
    }
}
