package io.fila.lua.syntax;

import io.fila.lua.syntax.Statement.Block;
import io.fila.lua.syntax.Variable.Attribute;
import java.util.ArrayList;
import java.util.List;

/** Reads the two kinds of {@code for}. */
final class ForParser {
    private final Parser parser;
    private final Lexer lexer;
    private final ExpressionParser expressions;

    ForParser(Parser parser, Lexer lexer, ExpressionParser expressions) {
        this.parser = parser;
        this.lexer = lexer;
        this.expressions = expressions;
    }

    Statement parse(int line) {
        lexer.advance();
        List<String> names = new ArrayList<>();
        names.add(parser.expectName());
        if (lexer.kind == Token.ASSIGN) {
            return parseNumeric(names.getFirst(), line);
        }
        while (parser.accept(Token.COMMA)) {
            names.add(parser.expectName());
        }
        if (lexer.kind != Token.IN) {
            throw lexer.errorAtToken(names.size() == 1 ? "'=' or 'in' expected" : "'in' expected");
        }
        lexer.advance();
        return parseGeneric(names, line);
    }

    private Statement parseNumeric(String name, int line) {
        lexer.advance();
        Expression start = expressions.parse();
        parser.expect(Token.COMMA);
        Expression limit = expressions.parse();
        Expression step = parser.accept(Token.COMMA) ? expressions.parse() : null;
        FunctionScope scope = parser.scope();
        scope.openBlock(true);
        Variable variable = scope.declare(name, Attribute.NONE);
        scope.activate(variable);
        Block body = parser.parseLoopBody(Token.FOR, line);
        scope.closeBlock();
        return new Statement.NumericFor(variable, start, limit, step, body, line);
    }

    private Statement parseGeneric(List<String> names, int line) {
        List<Expression> values = expressions.parseList();
        FunctionScope scope = parser.scope();
        scope.openBlock(true);
        int stateSlot = scope.reserveSlot();
        List<Variable> variables = new ArrayList<>();
        for (String name : names) {
            Variable variable = scope.declare(name, Attribute.NONE);
            scope.activate(variable);
            variables.add(variable);
        }
        // The fourth value of the list is closed when the loop ends, however it ends.
        scope.block().closes = true;
        Block body = parser.parseLoopBody(Token.FOR, line);
        scope.closeBlock();
        return new Statement.GenericFor(List.copyOf(variables), values, body, stateSlot, line);
    }
}
