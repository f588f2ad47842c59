package io.fila.lua.syntax;

import io.fila.lua.runtime.Utf8;

/** Reads one string between quotes, with its escapes. */
final class QuotedText {
    private static final int CODE_POINT_BITS = 31;

    private final Lexer lexer;
    private final int quote;
    private final StringBuilder content = new StringBuilder();

    QuotedText(Lexer lexer, int quote) {
        this.lexer = lexer;
        this.quote = quote;
    }

    String read() {
        lexer.read();
        while (true) {
            int c = lexer.peek();
            if (c == quote) {
                lexer.read();
                return content.toString().intern();
            }
            if (c == Lexer.END) {
                throw lexer.error("unfinished string", "<eof>");
            }
            if (Lexer.isLineBreak(c)) {
                throw lexer.error("unfinished string", lexer.near());
            }
            lexer.read();
            if (c == '\\') {
                readEscape();
            } else {
                content.append((char) c);
            }
        }
    }

    private void readEscape() {
        int c = lexer.peek();
        if (Lexer.isLineBreak(c)) {
            lexer.readLineBreak();
            content.append('\n');
            return;
        }
        if (Lexer.isDigit(c)) {
            readDecimal();
            return;
        }
        if (c == Lexer.END) {
            throw lexer.error("unfinished string", "<eof>");
        }
        lexer.read();
        switch (c) {
            case 'a' -> content.append('\u0007');
            case 'b' -> content.append('\b');
            case 'f' -> content.append('\f');
            case 'n' -> content.append('\n');
            case 'r' -> content.append('\r');
            case 't' -> content.append('\t');
            case 'v' -> content.append('\u000b');
            case '\\', '"', '\'' -> content.append((char) c);
            case 'x' -> content.append((char) (readHexDigit() << 4 | readHexDigit()));
            case 'u' -> readCodePoint();
            case 'z' -> skipBlanks();
            default -> throw lexer.error("invalid escape sequence", lexer.near());
        }
    }

    private void skipBlanks() {
        while (true) {
            int c = lexer.peek();
            if (Lexer.isLineBreak(c)) {
                lexer.readLineBreak();
            } else if (c == ' ' || c == '\t' || c == 0x0b || c == '\f') {
                lexer.read();
            } else {
                return;
            }
        }
    }

    private void readDecimal() {
        int value = 0;
        for (int i = 0; i < 3 && Lexer.isDigit(lexer.peek()); i++) {
            value = value * 10 + lexer.read() - '0';
        }
        if (value > 255) {
            if (lexer.peek() != Lexer.END) {
                lexer.read();
            }
            throw lexer.error("decimal escape too large", lexer.near());
        }
        content.append((char) value);
    }

    private int readHexDigit() {
        int c = lexer.read();
        int digit = c == Lexer.END ? -1 : Character.digit(c, 16);
        if (digit < 0) {
            throw lexer.error("hexadecimal digit expected", lexer.near());
        }
        return digit;
    }

    private void readCodePoint() {
        if (lexer.read() != '{') {
            throw lexer.error("missing '{' in \\u{xxxx}", lexer.near());
        }
        long value = readHexDigit();
        while (lexer.peek() != Lexer.END && Character.digit(lexer.peek(), 16) >= 0) {
            value = value << 4 | readHexDigit();
            if (value >>> CODE_POINT_BITS != 0) {
                throw lexer.error("UTF-8 value too large", lexer.near());
            }
        }
        if (lexer.read() != '}') {
            throw lexer.error("missing '}' in \\u{xxxx}", lexer.near());
        }
        Utf8.append(content, (int) value);
    }
}
