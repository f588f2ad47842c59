package io.fila.lua.syntax;

import io.fila.lua.runtime.Operator;

/** Signs of numerals, taken into the constant they stand before. */
final class Folding {
    private Folding() {}

    static Expression unary(Operator operator, Expression operand, int line) {
        if (operator == Operator.UNM && operand instanceof Expression.Constant constant) {
            if (constant.value() instanceof Long integer) {
                return new Expression.Constant(-integer);
            }
            if (constant.value() instanceof Double number) {
                return new Expression.Constant(-number);
            }
        }
        return new Expression.Arithmetic(operator, operand, operand, line);
    }
}
