package io.fila.lua.library;

import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.Comparison;
import io.fila.lua.runtime.Frame;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/**
 * {@code table.sort}: a merge sort over a copy. It makes at most n log n comparisons whatever the order function answers,
 * and is stable, which the language does not ask for.
 */
final class Sorting {
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private final Args args;
    private final @Nullable LuaFunction order;

    private Sorting(Args args, @Nullable LuaFunction order) {
        this.args = args;
        this.order = order;
    }

    static Object sort(Args args) {
        Object list = TableLibrary.list(args, 1);
        long length = TableLibrary.length(args, list);
        if (length < 2) {
            return Values.NONE;
        }
        if (length >= MAX_LENGTH) {
            throw args.error(1, "array too big");
        }
        LuaFunction order = args.get(2) == null ? null : args.function(2);
        int size = (int) length;
        args.budget().allocate(32 + 16L * size);
        @Nullable Object[] values = new Object[size];
        for (int i = 0; i < size; i++) {
            values[i] = TableLibrary.get(args, list, i + 1L);
        }
        Frame caller = args.machine().enterLibrary();
        @Nullable Object[] sorted = new Sorting(args, order).mergeSort(values);
        args.machine().leave(caller);
        for (int i = 0; i < size; i++) {
            TableLibrary.put(args, list, i + 1L, sorted[i]);
        }
        return Values.NONE;
    }

    private @Nullable Object[] mergeSort(@Nullable Object[] values) {
        @Nullable Object[] from = values;
        @Nullable Object[] to = new Object[values.length];
        for (long width = 1; width < values.length; width *= 2) {
            for (long start = 0; start < values.length; start += 2 * width) {
                int middle = (int) Math.min(start + width, values.length);
                int end = (int) Math.min(start + 2 * width, values.length);
                merge(from, to, (int) start, middle, end);
            }
            @Nullable Object[] swapped = from;
            from = to;
            to = swapped;
        }
        return from;
    }

    private void merge(@Nullable Object[] from, @Nullable Object[] to, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            args.budget().tick();
            boolean takeRight = left >= middle || (right < end && less(from[right], from[left]));
            to[i] = takeRight ? from[right++] : from[left++];
        }
    }

    private boolean less(@Nullable Object a, @Nullable Object b) {
        return order == null ? Comparison.less(args.machine(), a, b) : Values.truthy(Values.first(order.call2(a, b)));
    }
}
