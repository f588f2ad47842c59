package io.fila.lua.library;

import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.Decimal;
import java.util.Locale;

/**
 * One conversion of a format: flags, width, precision, letter.
 *
 * @param flags those given
 * @param width the least width, 0 when none is given
 * @param precision the precision, -1 when none is given
 * @param conversion the letter
 * @param end the index after the conversion
 */
record FormatSpec(String flags, int width, int precision, char conversion, int end) {
    private static final int MAX_DIGITS = 2;
    private static final int MAX_FLAGS = 18;

    /** Reads the conversion whose percent sign is at an index. */
    static FormatSpec parse(Args args, String template, int percent) {
        int at = percent + 1;
        int flagsEnd = at;
        while (flagsEnd < template.length() && "-+ #0".indexOf(template.charAt(flagsEnd)) >= 0) {
            if (++flagsEnd - at > MAX_FLAGS) {
                throw args.machine().error("invalid format (too long)");
            }
        }
        String flags = template.substring(at, flagsEnd);
        int widthEnd = digits(template, flagsEnd);
        int precisionEnd = widthEnd;
        int precision = -1;
        if (widthEnd < template.length() && template.charAt(widthEnd) == '.') {
            precisionEnd = digits(template, widthEnd + 1);
            precision = number(template, widthEnd + 1, precisionEnd);
        }
        int width = number(template, flagsEnd, widthEnd);
        char conversion = precisionEnd < template.length() ? template.charAt(precisionEnd) : 0;
        FormatSpec spec = new FormatSpec(flags, width, precision, conversion, precisionEnd + 1);
        if (widthEnd - flagsEnd > MAX_DIGITS || precisionEnd - widthEnd > MAX_DIGITS + 1 || !spec.isAllowed()) {
            int shown = Math.min(Math.min(precisionEnd + 1, template.length()), percent + 22);
            if (conversion == 'q') {
                throw args.machine().error("specifier '%q' cannot have modifiers");
            }
            String text = template.substring(percent, shown);
            boolean isKnown = conversion != 0 && "cdiuaAeEfgGosxXp".indexOf(conversion) >= 0;
            throw args.machine()
                    .error(
                            isKnown
                                    ? "invalid conversion specification: '" + text + "'"
                                    : "invalid conversion '" + text + "' to 'format'");
        }
        return spec;
    }

    private static int digits(String template, int start) {
        int at = start;
        // One digit too many is enough to know that there are too many.
        while (at < template.length() && at - start <= MAX_DIGITS && CharacterClass.isDigit(template.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int number(String template, int start, int end) {
        return start >= end ? 0 : Integer.parseInt(template.substring(start, end));
    }

    private boolean isAllowed() {
        return switch (conversion) {
            case 'c', 'p' -> onlyFlags("-") && precision < 0;
            case 'd', 'i' -> onlyFlags("-+0 ");
            case 'u' -> onlyFlags("-0");
            case 'o', 'x', 'X' -> onlyFlags("-#0");
            case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G' -> conversion != 'F' && onlyFlags("-+#0 ");
            case 's' -> onlyFlags("-");
            case 'q' -> isPlain();
            default -> false;
        };
    }

    private boolean onlyFlags(String allowed) {
        return flags.chars().allMatch(flag -> allowed.indexOf(flag) >= 0);
    }

    private boolean has(char flag) {
        return flags.indexOf(flag) >= 0;
    }

    boolean isPlain() {
        return flags.isEmpty() && width == 0 && precision < 0;
    }

    String cut(String text) {
        return precision >= 0 && precision < text.length() ? text.substring(0, precision) : text;
    }

    String pad(String text) {
        int missing = width - text.length();
        if (missing <= 0) {
            return text;
        }
        return has('-') ? text + " ".repeat(missing) : " ".repeat(missing) + text;
    }

    private String padZeros(String sign, String digits, boolean zeros) {
        int missing = width - sign.length() - digits.length();
        if (zeros && has('0') && !has('-') && missing > 0) {
            return sign + "0".repeat(missing) + digits;
        }
        return pad(sign + digits);
    }

    private String sign(boolean negative) {
        return negative ? "-" : has('+') ? "+" : has(' ') ? " " : "";
    }

    String integer(long value) {
        String digits = value < 0 ? Long.toString(value).substring(1) : Long.toString(value);
        return padZeros(sign(value < 0), precise(digits, value == 0), precision < 0);
    }

    String unsigned(String digits, String prefix) {
        boolean zero = digits.equals("0");
        String precise = precise(digits, zero);
        String shown = !has('#') || (zero && !prefix.equals("0")) ? "" : prefix;
        if (prefix.equals("0") && precise.startsWith("0")) {
            shown = "";
        }
        return padZeros(shown, precise, precision < 0);
    }

    private String precise(String digits, boolean zero) {
        if (precision == 0 && zero) {
            return "";
        }
        return digits.length() < precision ? "0".repeat(precision - digits.length()) + digits : digits;
    }

    String number(double value) {
        boolean upper = conversion < 'a';
        boolean negative = value < 0 || (value == 0 && 1 / value < 0);
        String text;
        boolean finite = !Double.isNaN(value) && !Double.isInfinite(value);
        if (finite) {
            text = finite(Math.abs(value));
        } else {
            text = Double.isNaN(value) ? "nan" : "inf";
        }
        if (upper) {
            text = text.toUpperCase(Locale.ROOT);
        }
        String sign = sign(negative);
        if ((conversion | 0x20) == 'a' && finite) {
            return padZeros(sign + text.substring(0, 2), text.substring(2), true);
        }
        return padZeros(sign, text, finite);
    }

    private String finite(double value) {
        int digits = precision < 0 ? 6 : precision;
        return switch (conversion | 0x20) {
            case 'a' -> withPoint(HexFloat.text(value, precision), 'p');
            case 'e' -> withPoint(Decimal.scientific(value, digits), 'e');
            case 'f' -> withPoint(Decimal.fixed(value, digits), '\0');
            default -> withPoint(Decimal.general(value, digits, has('#')), 'e');
        };
    }

    /** The {@code #} flag: a point even where no digit follows it. */
    private String withPoint(String text, char exponent) {
        if (!has('#') || text.indexOf('.') >= 0) {
            return text;
        }
        int at = text.indexOf(exponent);
        return at < 0 ? text + "." : text.substring(0, at) + "." + text.substring(at);
    }
}
