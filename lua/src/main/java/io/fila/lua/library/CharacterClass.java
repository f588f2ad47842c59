package io.fila.lua.library;

/** The classes of bytes that patterns name with a letter, as C's locale has them. */
final class CharacterClass {
    private CharacterClass() {}

    /** Whether a byte is in the class of a letter; an upper-case letter negates; any other character is itself. */
    static boolean contains(int letter, int c) {
        boolean in = switch (letter | 0x20) {
            case 'a' -> isAlpha(c);
            case 'c' -> c < 0x20 || c == 0x7f;
            case 'd' -> isDigit(c);
            case 'g' -> c > 0x20 && c < 0x7f;
            case 'l' -> c >= 'a' && c <= 'z';
            case 'p' -> c > 0x20 && c < 0x7f && !isAlpha(c) && !isDigit(c);
            case 's' -> c == ' ' || (c >= '\t' && c <= '\r');
            case 'u' -> c >= 'A' && c <= 'Z';
            case 'w' -> isAlpha(c) || isDigit(c);
            case 'z' -> c == 0;
            case 'x' -> isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
            default -> false;
        };
        if (!isClassLetter(letter)) {
            return letter == c;
        }
        return in == isLower(letter);
    }

    private static boolean isClassLetter(int letter) {
        return isAlpha(letter) && "acdglpsuwxz".indexOf(letter | 0x20) >= 0;
    }

    private static boolean isLower(int c) {
        return c >= 'a' && c <= 'z';
    }

    static boolean isAlpha(int c) {
        return (c | 0x20) >= 'a' && (c | 0x20) <= 'z' && c < 0x80;
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
