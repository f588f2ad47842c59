package io.fila.lua.syntax;

import io.fila.lua.runtime.Operator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads expressions, by operator precedence. */
final class ExpressionParser {
    private static final int UNARY_PRIORITY = 12;

    private final Parser parser;
    private final Lexer lexer;

    ExpressionParser(Parser parser, Lexer lexer) {
        this.parser = parser;
        this.lexer = lexer;
    }

    /** One expression. */
    Expression parse() {
        return parse(0);
    }

    /** One or more expressions. */
    List<Expression> parseList() {
        List<Expression> list = new ArrayList<>();
        do {
            list.add(parse());
        } while (parser.accept(Token.COMMA));
        return List.copyOf(list);
    }

    private Expression parse(int limit) {
        parser.enterLevel();
        Expression left = parseUnary();
        BinaryToken operator = BinaryToken.of(lexer.kind);
        while (operator != null && operator.left > limit) {
            int line = lexer.tokenLine;
            lexer.advance();
            Expression right = parse(operator.right);
            left = combine(operator, left, right, line);
            parser.checkDepth(left.depth());
            operator = BinaryToken.of(lexer.kind);
        }
        parser.leaveLevel();
        return left;
    }

    private Expression parseUnary() {
        int line = lexer.tokenLine;
        return switch (lexer.kind) {
            case NOT -> {
                lexer.advance();
                yield new Expression.Not(parse(UNARY_PRIORITY));
            }
            case HASH -> {
                lexer.advance();
                yield new Expression.Length(parse(UNARY_PRIORITY), line);
            }
            case MINUS -> {
                lexer.advance();
                yield Folding.unary(Operator.UNM, parse(UNARY_PRIORITY), line);
            }
            case TILDE -> {
                lexer.advance();
                yield Folding.unary(Operator.BNOT, parse(UNARY_PRIORITY), line);
            }
            default -> parseSimple();
        };
    }

    private static Expression combine(BinaryToken operator, Expression left, Expression right, int line) {
        if (operator.operator != null) {
            return new Expression.Arithmetic(operator.operator, left, right, line);
        }
        if (operator.relation != null) {
            return new Expression.Compare(operator.relation, left, right, line);
        }
        return switch (operator) {
            case AND -> new Expression.And(left, right);
            case OR -> new Expression.Or(left, right);
            default -> concat(left, right, line);
        };
    }

    private static Expression concat(Expression left, Expression right, int line) {
        List<Expression> operands = new ArrayList<>();
        operands.add(left);
        if (right instanceof Expression.Concat tail) {
            operands.addAll(tail.operands());
        } else {
            operands.add(right);
        }
        return new Expression.Concat(List.copyOf(operands), line);
    }

    private Expression parseSimple() {
        return switch (lexer.kind) {
            case NUMBER -> constant(lexer.number);
            case STRING -> constant(lexer.text);
            case NIL -> constant(null);
            case TRUE -> constant(true);
            case FALSE -> constant(false);
            case ELLIPSIS -> parseVararg();
            case LEFT_BRACE -> parseTable();
            case FUNCTION -> {
                int line = lexer.tokenLine;
                lexer.advance();
                yield new Expression.Function(parser.parseFunction(false, line));
            }
            default -> parseSuffixed();
        };
    }

    private Expression parseVararg() {
        if (!parser.scope().isVararg) {
            throw lexer.errorAtToken("cannot use '...' outside a vararg function");
        }
        lexer.advance();
        return new Expression.Vararg();
    }

    private Expression constant(@Nullable Object value) {
        lexer.advance();
        return new Expression.Constant(value);
    }

    /** A name or parenthesis with the indexes and calls that follow it. */
    Expression parseSuffixed() {
        Expression expression = parsePrimary();
        while (true) {
            int line = lexer.tokenLine;
            switch (lexer.kind) {
                case DOT -> {
                    lexer.advance();
                    expression = new Expression.Index(expression, new Expression.Constant(parser.expectName()), line);
                }
                case LEFT_BRACKET -> {
                    lexer.advance();
                    Expression key = parse();
                    parser.expect(Token.RIGHT_BRACKET);
                    expression = new Expression.Index(expression, key, line);
                }
                case COLON -> {
                    lexer.advance();
                    String name = parser.expectName();
                    expression = new Expression.MethodCall(expression, name, parseArguments(), line);
                }
                case LEFT_PAREN, STRING, LEFT_BRACE ->
                    expression = new Expression.Call(expression, parseArguments(), line);
                default -> {
                    return expression;
                }
            }
            parser.checkDepth(expression.depth());
        }
    }

    private Expression parsePrimary() {
        int line = lexer.tokenLine;
        if (lexer.kind == Token.NAME) {
            return resolve(parser.expectName(), line);
        }
        if (parser.accept(Token.LEFT_PAREN)) {
            Expression inner = parse();
            parser.closeWith(Token.RIGHT_PAREN, Token.LEFT_PAREN, line);
            // A name in parentheses may not be assigned to, several values become one.
            return new Expression.Single(inner);
        }
        throw lexer.errorAtToken("unexpected symbol");
    }

    /** The expression for a name; a global is a field of {@code _ENV}. */
    Expression resolve(String name, int line) {
        Expression found = parser.scope().resolve(name);
        if (found != null) {
            return found;
        }
        Expression environment = parser.scope().resolve("_ENV");
        if (environment == null) {
            throw new IllegalStateException("Expected _ENV to be an upvalue of every function");
        }
        return new Expression.Index(environment, new Expression.Constant(name), line);
    }

    private List<Expression> parseArguments() {
        return switch (lexer.kind) {
            case STRING -> List.of(constant(lexer.text));
            case LEFT_BRACE -> List.of(parseTable());
            case LEFT_PAREN -> {
                int line = lexer.tokenLine;
                lexer.advance();
                List<Expression> arguments = lexer.kind == Token.RIGHT_PAREN ? List.of() : parseList();
                parser.closeWith(Token.RIGHT_PAREN, Token.LEFT_PAREN, line);
                yield arguments;
            }
            default -> throw lexer.errorAtToken("function arguments expected");
        };
    }

    private Expression parseTable() {
        int line = lexer.tokenLine;
        List<Expression.Entry> entries = new ArrayList<>();
        parser.expect(Token.LEFT_BRACE);
        while (lexer.kind != Token.RIGHT_BRACE) {
            entries.add(parseEntry());
            if (!parser.accept(Token.COMMA) && !parser.accept(Token.SEMICOLON)) {
                break;
            }
        }
        parser.closeWith(Token.RIGHT_BRACE, Token.LEFT_BRACE, line);
        return new Expression.Table(List.copyOf(entries), line);
    }

    private Expression.Entry parseEntry() {
        int line = lexer.tokenLine;
        if (lexer.kind == Token.NAME && lexer.peekToken() == Token.ASSIGN) {
            Expression key = new Expression.Constant(parser.expectName());
            parser.expect(Token.ASSIGN);
            return new Expression.Entry(key, parse(), line);
        }
        if (parser.accept(Token.LEFT_BRACKET)) {
            Expression key = parse();
            parser.expect(Token.RIGHT_BRACKET);
            parser.expect(Token.ASSIGN);
            return new Expression.Entry(key, parse(), line);
        }
        return new Expression.Entry(null, parse(), line);
    }
}
