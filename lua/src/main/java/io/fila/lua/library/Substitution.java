package io.fila.lua.library;

import io.fila.lua.runtime.Access;
import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Numbers;
import io.fila.lua.runtime.Types;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** {@code string.gsub}. */
final class Substitution {
    private final Args args;
    private final PatternMatcher matcher;
    private final Object replacement;
    private final StringBuilder result = new StringBuilder();

    private Substitution(Args args, PatternMatcher matcher, Object replacement) {
        this.args = args;
        this.matcher = matcher;
        this.replacement = replacement;
    }

    static Object gsub(Args args) {
        String text = args.text(1);
        String pattern = args.text(2);
        Object replacement = args.get(3);
        if (replacement instanceof Long || replacement instanceof Double) {
            replacement = Numbers.text(replacement);
        }
        if (!(replacement instanceof String || replacement instanceof LuaTable || replacement instanceof LuaFunction)) {
            throw args.typeError(3, "string/function/table");
        }
        long limit = args.integer(4, text.length() + 1L);
        return new Substitution(args, new PatternMatcher(args, text, pattern), replacement).run(text, pattern, limit);
    }

    private Object run(String text, String pattern, long limit) {
        boolean anchored = pattern.startsWith("^");
        int at = 0;
        int lastEnd = -1;
        long count = 0;
        while (count < limit) {
            args.budget().tick();
            int end = matcher.matchAt(at, anchored ? 1 : 0);
            if (end >= 0 && end != lastEnd) {
                count++;
                replace(at, end);
                at = end;
                lastEnd = end;
            } else if (at < text.length()) {
                append(text, at, at + 1);
                at++;
            } else {
                break;
            }
            if (anchored) {
                break;
            }
        }
        if (count == 0) {
            return Values.many(text, 0L);
        }
        append(text, Math.min(at, text.length()), text.length());
        args.budget().allocateString(result.length());
        return Values.many(result.toString(), count);
    }

    private void append(String source, int start, int end) {
        if (start < end) {
            args.budget().allocate((long) end - start);
            result.append(source, start, end);
        }
    }

    private void replace(int start, int end) {
        Object value = switch (replacement) {
            case String template -> {
                expand(template, start, end);
                yield null;
            }
            case LuaTable table -> Access.index(args.machine(), table, matcher.value(0, start, end));
            default -> call(start, end);
        };
        if (replacement instanceof String) {
            return;
        }
        if (!Values.truthy(value)) {
            append(matcher.text(), start, end);
        } else if (value instanceof String || value instanceof Long || value instanceof Double) {
            String text = args.textOf(value);
            append(text, 0, text.length());
        } else {
            throw args.machine().error("invalid replacement value (a " + Types.name(value) + ")");
        }
    }

    private @Nullable Object call(int start, int end) {
        @Nullable Object[] captures = matcher.values(0, start, end, true);
        Frame caller = args.machine().enterLibrary();
        Object value = Values.first(Access.call(args.machine(), replacement, captures));
        args.machine().leave(caller);
        return value;
    }

    private void expand(String template, int start, int end) {
        int i = 0;
        while (i < template.length()) {
            args.budget().tick();
            if (template.charAt(i) != '%') {
                append(template, i, i + 1);
                i++;
                continue;
            }
            char next = i + 1 < template.length() ? template.charAt(i + 1) : 0;
            i += 2;
            if (next == '%') {
                append("%", 0, 1);
            } else if (next == '0') {
                append(matcher.text(), start, end);
            } else if (CharacterClass.isDigit(next)) {
                String text = Numbers.text(matcher.value(next - '1', start, end));
                append(text, 0, text.length());
            } else {
                throw args.machine().error("invalid use of '%' in replacement string");
            }
        }
    }
}
