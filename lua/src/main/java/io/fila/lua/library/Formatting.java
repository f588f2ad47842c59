package io.fila.lua.library;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.LuaTable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code string.format}. */
final class Formatting {
    private static final int ITEM_TICKS = 30;
    private static final int FLOAT_TICKS = 100;

    private final Args args;
    private final String template;
    private final StringBuilder result = new StringBuilder();
    private int at;
    private int argument = 1;

    private Formatting(Args args) {
        this.args = args;
        this.template = args.text(1);
    }

    static Object format(Args args) {
        return new Formatting(args).run();
    }

    private Object run() {
        while (at < template.length()) {
            int percent = template.indexOf('%', at);
            int end = percent < 0 ? template.length() : percent;
            append(template, at, end);
            at = end;
            if (percent >= 0) {
                args.budget().charge(ITEM_TICKS);
                item();
            }
        }
        args.budget().allocateString(result.length());
        return result.toString();
    }

    private void append(String text, int start, int end) {
        args.budget().allocate((long) end - start);
        result.append(text, start, end);
    }

    private void append(String text) {
        append(text, 0, text.length());
    }

    private void item() {
        int start = at++;
        if (at < template.length() && template.charAt(at) == '%') {
            append("%");
            at++;
            return;
        }
        if (argument >= args.count()) {
            throw args.error(argument + 1, "no value");
        }
        FormatSpec spec = FormatSpec.parse(args, template, start);
        at = spec.end();
        argument++;
        append(convert(spec));
    }

    private String convert(FormatSpec spec) {
        return switch (spec.conversion()) {
            case 'c' -> spec.pad(String.valueOf((char) (args.integer(argument) & 0xFF)));
            case 'd', 'i' -> spec.integer(args.integer(argument));
            case 'x' -> spec.unsigned(Long.toHexString(args.integer(argument)), "0x");
            case 'X' -> spec.unsigned(Long.toHexString(args.integer(argument)).toUpperCase(Locale.ROOT), "0X");
            case 'o' -> spec.unsigned(Long.toOctalString(args.integer(argument)), "0");
            case 'u' -> spec.unsigned(Long.toUnsignedString(args.integer(argument)), "");
            case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G' -> {
                args.budget().charge(FLOAT_TICKS);
                yield spec.number(args.number(argument));
            }
            case 'p' -> spec.pad(pointer(args.any(argument)));
            case 'q' -> quoted();
            case 's' -> text(spec);
            default -> throw new IllegalStateException("Expected a checked conversion");
        };
    }

    private String text(FormatSpec spec) {
        Object value = args.any(argument);
        String text = Access.text(args.machine(), value);
        if (spec.isPlain()) {
            return text;
        }
        args.budget().chargeBulk(text.length());
        if (text.indexOf('\0') >= 0) {
            throw args.error(argument, "string contains zeros");
        }
        return spec.pad(spec.cut(text));
    }

    private static String pointer(@Nullable Object value) {
        if (value instanceof LuaTable || value instanceof LuaFunction) {
            String text = value.toString();
            return text.substring(text.indexOf("0x"));
        }
        return "(null)";
    }

    private String quoted() {
        Object value = args.any(argument);
        if (value instanceof String text) {
            args.budget().allocate(4L * text.length());
            return Quoting.text(args.budget(), text);
        }
        if (value instanceof LuaTable || value instanceof LuaFunction) {
            throw args.error(argument, "value has no literal form");
        }
        return Quoting.scalar(value);
    }
}
