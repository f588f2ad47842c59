package io.fila.lua.syntax;

import io.fila.lua.runtime.Operator;
import io.fila.lua.syntax.Expression.Relation;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The binary operators with how tightly they bind to the left and to the right. */
enum BinaryToken {
    OR(Token.OR, 1, 1, null, null),
    AND(Token.AND, 2, 2, null, null),
    LESS(Token.LESS, 3, 3, null, Relation.LESS),
    GREATER(Token.GREATER, 3, 3, null, Relation.GREATER),
    LESS_EQUAL(Token.LESS_EQUAL, 3, 3, null, Relation.LESS_OR_EQUAL),
    GREATER_EQUAL(Token.GREATER_EQUAL, 3, 3, null, Relation.GREATER_OR_EQUAL),
    NOT_EQUAL(Token.NOT_EQUAL, 3, 3, null, Relation.NOT_EQUAL),
    EQUAL(Token.EQUAL, 3, 3, null, Relation.EQUAL),
    BIT_OR(Token.PIPE, 4, 4, Operator.BOR, null),
    BIT_XOR(Token.TILDE, 5, 5, Operator.BXOR, null),
    BIT_AND(Token.AMPERSAND, 6, 6, Operator.BAND, null),
    SHIFT_LEFT(Token.SHIFT_LEFT, 7, 7, Operator.SHL, null),
    SHIFT_RIGHT(Token.SHIFT_RIGHT, 7, 7, Operator.SHR, null),
    CONCAT(Token.DOUBLE_DOT, 9, 8, null, null),
    ADD(Token.PLUS, 10, 10, Operator.ADD, null),
    SUBTRACT(Token.MINUS, 10, 10, Operator.SUB, null),
    MULTIPLY(Token.STAR, 11, 11, Operator.MUL, null),
    DIVIDE(Token.SLASH, 11, 11, Operator.DIV, null),
    FLOOR_DIVIDE(Token.DOUBLE_SLASH, 11, 11, Operator.IDIV, null),
    MODULO(Token.PERCENT, 11, 11, Operator.MOD, null),
    POWER(Token.CARET, 14, 13, Operator.POW, null);

    private static final Map<Token, BinaryToken> BY_TOKEN = new EnumMap<>(Token.class);

    static {
        for (BinaryToken operator : values()) {
            BY_TOKEN.put(operator.token, operator);
        }
    }

    private final Token token;
    final int left;
    final int right;
    final @Nullable Operator operator;
    final @Nullable Relation relation;

    BinaryToken(Token token, int left, int right, @Nullable Operator operator, @Nullable Relation relation) {
        this.token = token;
        this.left = left;
        this.right = right;
        this.operator = operator;
        this.relation = relation;
    }

    static @Nullable BinaryToken of(Token token) {
        return BY_TOKEN.get(token);
    }
}
