package io.fila.lua.library;

import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.Machine;
import io.fila.lua.runtime.Retained;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** {@code string.find}, {@code match} and {@code gmatch}. */
final class Searching {
    private static final String SPECIALS = "^$*+?.([%-";

    private Searching() {}

    static @Nullable Object find(Args args) {
        return search(args, true);
    }

    static @Nullable Object match(Args args) {
        return search(args, false);
    }

    private static @Nullable Object search(Args args, boolean find) {
        String text = args.text(1);
        String pattern = args.text(2);
        long start = StringLibrary.start(args.integer(3, 1), text.length()) - 1;
        if (start > text.length()) {
            return null;
        }
        if (find && (Values.truthy(args.get(4)) || isPlain(args, pattern))) {
            int at = PlainSearch.indexOf(args.budget(), text, pattern, (int) start);
            return at < 0 ? null : Values.many(at + 1L, (long) at + pattern.length());
        }
        PatternMatcher matcher = new PatternMatcher(args, text, pattern);
        boolean anchored = pattern.startsWith("^");
        int at = (int) start;
        do {
            args.budget().tick();
            int end = matcher.matchAt(at, anchored ? 1 : 0);
            if (end >= 0) {
                return find ? found(matcher, at, end) : Values.outcome(matcher.values(0, at, end, true));
            }
            at++;
        } while (at <= text.length() && !anchored);
        return null;
    }

    private static Object found(PatternMatcher matcher, int start, int end) {
        @Nullable Object[] values = matcher.values(2, start, end, false);
        values[0] = start + 1L;
        values[1] = (long) end;
        return values;
    }

    private static boolean isPlain(Args args, String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            args.budget().stride(i);
            if (SPECIALS.indexOf(pattern.charAt(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    static Object gmatch(Args args) {
        String text = args.text(1);
        String pattern = args.text(2);
        long start = StringLibrary.start(args.integer(3, 1), text.length()) - 1;
        args.budget().allocate(Matches.BYTES);
        return new Matches(args, new PatternMatcher(args, text, pattern), (int) Math.min(start, text.length() + 1L));
    }

    /** What {@code gmatch} iterates with. */
    private static final class Matches extends LuaFunction {
        static final int BYTES = 400;

        private final Machine machine;
        private final PatternMatcher matcher;
        private int next;
        private int lastEnd = -1;

        Matches(Args args, PatternMatcher matcher, int start) {
            super(args.machine());
            this.machine = args.machine();
            this.matcher = matcher;
            this.next = start;
        }

        @Override
        public @Nullable Object call(@Nullable Object[] arguments) {
            while (next <= matcher.text().length()) {
                machine.budget().tick();
                int start = next;
                int end = matcher.matchAt(start, 0);
                if (end >= 0 && end != lastEnd) {
                    next = end;
                    lastEnd = end;
                    return Values.outcome(matcher.values(0, start, end, true));
                }
                next++;
            }
            return null;
        }

        @Override
        protected void retain(Retained retained) {
            retained.addBytes(BYTES);
            retained.add(matcher.text());
            retained.add(matcher.pattern());
        }
    }
}
