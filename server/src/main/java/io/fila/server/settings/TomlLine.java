package io.fila.server.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A cursor over one line of TOML. */
final class TomlLine {
    private static final Pattern INTEGER = Pattern.compile("[+-]?(0|[1-9](_?[0-9])*)");
    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?(0|[1-9](_?[0-9])*)(\\.[0-9](_?[0-9])*)?([eE][+-]?[0-9](_?[0-9])*)?");

    private final String text;
    private int at;

    /** What is wrong with a line; the file adds where. */
    static final class Mistake extends Exception {
        private static final long serialVersionUID = 1L;

        Mistake(String sentence) {
            super(sentence);
        }
    }

    TomlLine(String text) {
        this.text = text;
    }

    /** True if there is nothing more but a comment. */
    boolean isBlank() {
        skipSpace();
        return at == text.length() || text.charAt(at) == '#';
    }

    boolean skip(char wanted) {
        skipSpace();
        boolean found = at < text.length() && text.charAt(at) == wanted;
        if (found) {
            at++;
        }
        return found;
    }

    void expect(char wanted, String what) throws Mistake {
        if (!skip(wanted)) {
            throw new Mistake("Expected '" + wanted + "' and " + what + " but found " + rest() + ".");
        }
    }

    void expectEnd() throws Mistake {
        if (!isBlank()) {
            throw new Mistake("Expected the end of the line but found " + rest() + "; put it on a line of its own.");
        }
    }

    /** A key, with dots between its parts. */
    String key() throws Mistake {
        StringBuilder key = new StringBuilder(keyPart());
        while (skip('.')) {
            key.append('.').append(keyPart());
        }
        return key.toString();
    }

    private String keyPart() throws Mistake {
        skipSpace();
        if (at < text.length() && isQuote(text.charAt(at))) {
            return quoted();
        }
        int start = at;
        while (at < text.length() && isBare(text.charAt(at))) {
            at++;
        }
        if (start == at) {
            throw new Mistake("Expected a key but found " + rest() + "; write it as key = value.");
        }
        return text.substring(start, at);
    }

    /** A String, Long, Double, Boolean, or a List of Strings. */
    Object value() throws Mistake {
        if (skip('[')) {
            return texts();
        }
        if (at < text.length() && isQuote(text.charAt(at))) {
            return quoted();
        }
        int start = at;
        while (at < text.length() && " \t#,".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        if (word.equals("true") || word.equals("false")) {
            return word.equals("true");
        }
        String digits = word.replace("_", "");
        try {
            if (INTEGER.matcher(word).matches()) {
                return Long.valueOf(digits);
            }
            if (DECIMAL.matcher(word).matches()) {
                return Double.valueOf(digits);
            }
        } catch (NumberFormatException tooLarge) {
            throw new Mistake("Expected a number of at most 64 bits but found " + word + ".");
        }
        throw new Mistake("Expected a text in quotes, a number, true or false but found "
                + (word.isEmpty() ? rest() : "'" + word + "'") + ".");
    }

    private List<String> texts() throws Mistake {
        List<String> texts = new ArrayList<>();
        while (!skip(']')) {
            if (!isBlank() && isQuote(text.charAt(at))) {
                texts.add(quoted());
            } else {
                throw new Mistake("Expected a text in quotes, or ']' after the last one, but found " + rest()
                        + "; put the list on one line.");
            }
            if (!skip(',') && (isBlank() || text.charAt(at) != ']')) {
                throw new Mistake("Expected ',' or ']' after a text but found " + rest() + ".");
            }
        }
        return texts;
    }

    private String quoted() throws Mistake {
        char quote = text.charAt(at);
        if (text.startsWith(String.valueOf(quote).repeat(3), at)) {
            throw new Mistake("Expected a text on one line but found three quotes; use one on each side.");
        }
        at++;
        StringBuilder out = new StringBuilder();
        while (at < text.length()) {
            char next = text.charAt(at++);
            if (next == quote) {
                return out.toString();
            }
            if (next == '\\' && quote == '"') {
                out.appendCodePoint(escaped());
            } else {
                out.append(next);
            }
        }
        throw new Mistake("Expected a closing " + quote + " but the line ends before it.");
    }

    private int escaped() throws Mistake {
        char kind = at < text.length() ? text.charAt(at++) : ' ';
        return switch (kind) {
            case 'b' -> '\b';
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'f' -> '\f';
            case 'r' -> '\r';
            case '"', '\\' -> kind;
            case 'u' -> codePoint(4);
            case 'U' -> codePoint(8);
            default ->
                throw new Mistake("Expected one of b t n f r u U \" \\ after a backslash but found '" + kind
                        + "'; write a backslash twice, or use single quotes.");
        };
    }

    private int codePoint(int digits) throws Mistake {
        int end = Math.min(text.length(), at + digits);
        String hex = text.substring(at, end);
        at = end;
        try {
            int point = Integer.parseUnsignedInt(hex, 16);
            if (hex.length() == digits
                    && Character.isValidCodePoint(point)
                    && Character.getType(point) != Character.SURROGATE) {
                return point;
            }
        } catch (NumberFormatException notHex) {
            // Said below.
        }
        throw new Mistake("Expected " + digits + " hexadecimal digits of a character but found '" + hex + "'.");
    }

    private void skipSpace() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    private String rest() {
        String left = text.substring(at).strip();
        return left.isEmpty() ? "nothing" : "'" + left + "'";
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'';
    }

    private static boolean isBare(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
