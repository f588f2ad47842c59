package io.fila.lua.syntax;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of words a script is made of. */
enum Token {
    AND("and"),
    BREAK("break"),
    DO("do"),
    ELSE("else"),
    ELSEIF("elseif"),
    END("end"),
    FALSE("false"),
    FOR("for"),
    FUNCTION("function"),
    GOTO("goto"),
    IF("if"),
    IN("in"),
    LOCAL("local"),
    NIL("nil"),
    NOT("not"),
    OR("or"),
    REPEAT("repeat"),
    RETURN("return"),
    THEN("then"),
    TRUE("true"),
    UNTIL("until"),
    WHILE("while"),
    PLUS("+"),
    MINUS("-"),
    STAR("*"),
    SLASH("/"),
    DOUBLE_SLASH("//"),
    PERCENT("%"),
    CARET("^"),
    HASH("#"),
    AMPERSAND("&"),
    TILDE("~"),
    PIPE("|"),
    SHIFT_LEFT("<<"),
    SHIFT_RIGHT(">>"),
    EQUAL("=="),
    NOT_EQUAL("~="),
    LESS_EQUAL("<="),
    GREATER_EQUAL(">="),
    LESS("<"),
    GREATER(">"),
    ASSIGN("="),
    LEFT_PAREN("("),
    RIGHT_PAREN(")"),
    LEFT_BRACE("{"),
    RIGHT_BRACE("}"),
    LEFT_BRACKET("["),
    RIGHT_BRACKET("]"),
    DOUBLE_COLON("::"),
    SEMICOLON(";"),
    COLON(":"),
    COMMA(","),
    DOT("."),
    DOUBLE_DOT(".."),
    ELLIPSIS("..."),
    NAME("<name>"),
    STRING("<string>"),
    NUMBER("<number>"),
    /** A character that begins no token; whoever meets it says what was expected instead. */
    STRAY(""),
    END_OF_TEXT("<eof>");

    private static final Map<String, Token> KEYWORDS = new HashMap<>();

    static {
        for (Token token : values()) {
            if (!token.text.isEmpty() && Character.isLetter(token.text.charAt(0))) {
                KEYWORDS.put(token.text, token);
            }
        }
    }

    final String text;

    Token(String text) {
        this.text = text;
    }

    static @Nullable Token keyword(String word) {
        return KEYWORDS.get(word);
    }

    /** How an error names the kind. */
    String quoted() {
        return switch (this) {
            case NAME, STRING, NUMBER, END_OF_TEXT -> text;
            default -> "'" + text + "'";
        };
    }
}
