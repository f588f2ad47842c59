package io.fila.lua.syntax;

import io.fila.lua.runtime.Numeral;
import org.jspecify.annotations.Nullable;

/** Cuts the text of a script into tokens, one at a time. The text has one char a byte. */
final class Lexer {
    static final int END = -1;

    private final String source;
    private final String chunk;
    private int at;
    private int line = 1;
    private int tokenStart;

    /** The token last read. */
    Token kind = Token.END_OF_TEXT;
    /** The text of a name or string. */
    String text = "";
    /** The value of a number. */
    Object number = 0L;
    /** The line on which the token last read ends. */
    int tokenLine = 1;

    Lexer(String source, String chunk) {
        this.source = source;
        this.chunk = chunk;
    }

    /** Reads the next token. */
    void advance() {
        skipBlanks();
        tokenStart = at;
        int c = peek();
        if (c == END) {
            kind = Token.END_OF_TEXT;
        } else if (isNameStart(c)) {
            readName();
        } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
            readNumber();
        } else if (c == '"' || c == '\'') {
            text = new QuotedText(this, c).read();
            kind = Token.STRING;
        } else if (c == '[' && longBracketLevel() >= 0) {
            text = readLongBracket("string");
            kind = Token.STRING;
        } else {
            kind = readSymbol(c);
        }
        tokenLine = line;
    }

    /** The token after the one last read, which stays the current one. */
    Token peekToken() {
        int savedAt = at;
        int savedLine = line;
        int savedStart = tokenStart;
        int savedTokenLine = tokenLine;
        Token savedKind = kind;
        String savedText = text;
        Object savedNumber = number;
        advance();
        Token next = kind;
        at = savedAt;
        line = savedLine;
        tokenStart = savedStart;
        tokenLine = savedTokenLine;
        kind = savedKind;
        text = savedText;
        number = savedNumber;
        return next;
    }

    int peek() {
        return peek(0);
    }

    int peek(int ahead) {
        return at + ahead < source.length() ? source.charAt(at + ahead) : END;
    }

    int read() {
        int c = peek();
        at++;
        return c;
    }

    /** Reads a line break, of one or two characters, and counts it. */
    void readLineBreak() {
        int first = read();
        int second = peek();
        if ((second == '\n' || second == '\r') && second != first) {
            at++;
        }
        line++;
    }

    static boolean isLineBreak(int c) {
        return c == '\n' || c == '\r';
    }

    private void skipBlanks() {
        while (true) {
            int c = peek();
            if (isLineBreak(c)) {
                readLineBreak();
            } else if (c == ' ' || c == '\t' || c == 0x0b || c == '\f') {
                at++;
            } else if (c == '-' && peek(1) == '-') {
                at += 2;
                skipComment();
            } else {
                return;
            }
        }
    }

    private void skipComment() {
        tokenStart = at;
        if (peek() == '[' && longBracketLevel() >= 0) {
            readLongBracket("comment");
            return;
        }
        while (peek() != END && !isLineBreak(peek())) {
            at++;
        }
    }

    /** The number of equals signs of an opening long bracket, or -1 where there is none. */
    private int longBracketLevel() {
        int ahead = 1;
        while (peek(ahead) == '=') {
            ahead++;
        }
        if (peek(ahead) == '[') {
            return ahead - 1;
        }
        if (ahead > 1 && kindBeforeComment()) {
            at += ahead;
            throw error("invalid long string delimiter", near());
        }
        return -1;
    }

    private boolean kindBeforeComment() {
        // A comment may begin with half a bracket; a string may not.
        return tokenStart < 2 || !source.startsWith("--", tokenStart - 2);
    }

    private String readLongBracket(String what) {
        int startLine = line;
        int level = longBracketLevel();
        at += level + 2;
        if (isLineBreak(peek())) {
            readLineBreak();
        }
        String close = "]" + "=".repeat(level) + "]";
        StringBuilder content = new StringBuilder();
        while (true) {
            int c = peek();
            if (c == END) {
                throw error("unfinished long " + what + " (starting at line " + startLine + ")", "<eof>");
            } else if (c == ']' && source.startsWith(close, at)) {
                at += close.length();
                return content.toString();
            } else if (isLineBreak(c)) {
                readLineBreak();
                content.append('\n');
            } else {
                content.append((char) read());
            }
        }
    }

    private void readName() {
        while (isNameStart(peek()) || isDigit(peek())) {
            at++;
        }
        text = source.substring(tokenStart, at).intern();
        Token keyword = Token.keyword(text);
        kind = keyword == null ? Token.NAME : keyword;
    }

    private void readNumber() {
        boolean hexadecimal = peek() == '0' && (peek(1) | 0x20) == 'x';
        if (hexadecimal) {
            at += 2;
        }
        int exponent = hexadecimal ? 'p' : 'e';
        while (true) {
            int c = peek();
            if ((c | 0x20) == exponent && c != END) {
                at++;
                if (peek() == '+' || peek() == '-') {
                    at++;
                }
            } else if (c == '.' || isDigit(c) || isNameStart(c)) {
                at++;
            } else {
                break;
            }
        }
        @Nullable Object value = Numeral.parse(source.substring(tokenStart, at));
        if (value == null) {
            throw error("malformed number", near());
        }
        number = value;
        kind = Token.NUMBER;
    }

    private Token readSymbol(int c) {
        at++;
        return switch (c) {
            case '+' -> Token.PLUS;
            case '-' -> Token.MINUS;
            case '*' -> Token.STAR;
            case '/' -> follows('/') ? Token.DOUBLE_SLASH : Token.SLASH;
            case '%' -> Token.PERCENT;
            case '^' -> Token.CARET;
            case '#' -> Token.HASH;
            case '&' -> Token.AMPERSAND;
            case '~' -> follows('=') ? Token.NOT_EQUAL : Token.TILDE;
            case '|' -> Token.PIPE;
            case '<' -> follows('<') ? Token.SHIFT_LEFT : follows('=') ? Token.LESS_EQUAL : Token.LESS;
            case '>' -> follows('>') ? Token.SHIFT_RIGHT : follows('=') ? Token.GREATER_EQUAL : Token.GREATER;
            case '=' -> follows('=') ? Token.EQUAL : Token.ASSIGN;
            case '(' -> Token.LEFT_PAREN;
            case ')' -> Token.RIGHT_PAREN;
            case '{' -> Token.LEFT_BRACE;
            case '}' -> Token.RIGHT_BRACE;
            case '[' -> Token.LEFT_BRACKET;
            case ']' -> Token.RIGHT_BRACKET;
            case ';' -> Token.SEMICOLON;
            case ':' -> follows(':') ? Token.DOUBLE_COLON : Token.COLON;
            case ',' -> Token.COMMA;
            case '.' -> !follows('.') ? Token.DOT : follows('.') ? Token.ELLIPSIS : Token.DOUBLE_DOT;
            default -> Token.STRAY;
        };
    }

    private boolean follows(char c) {
        if (peek() != c) {
            return false;
        }
        at++;
        return true;
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNameStart(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    /** The source of the token being read, up to here, in quotes. */
    String near() {
        String token = source.substring(tokenStart, Math.min(at, source.length()));
        if (token.length() == 1 && (token.charAt(0) < ' ' || token.charAt(0) > '~')) {
            return "'<\\" + (int) token.charAt(0) + ">'";
        }
        return "'" + token + "'";
    }

    /** An error at the token last read. */
    LuaSyntaxError errorAtToken(String reason) {
        return error(reason, kind == Token.END_OF_TEXT ? "<eof>" : near());
    }

    LuaSyntaxError error(String reason, String near) {
        return new LuaSyntaxError(chunk, line, reason + " near " + near);
    }

    /** An error that is not about the token at hand. */
    LuaSyntaxError error(String reason) {
        return new LuaSyntaxError(chunk, line, reason);
    }
}
