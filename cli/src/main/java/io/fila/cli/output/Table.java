package io.fila.cli.output;

import java.util.ArrayList;
import java.util.List;

/** Rows under a heading, in columns: words to the left, numbers to the right, bars as long as there is room for. */
public final class Table {
    private static final String GAP = "  ";

    private final List<Object[]> rows = new ArrayList<>();
    private final int[] widths;

    public Table(String... heading) {
        widths = new int[heading.length];
        row((Object[]) heading);
    }

    public Table row(Object... cells) {
        if (cells.length != widths.length) {
            throw new IllegalArgumentException("Expected " + widths.length + " cells but found " + cells.length);
        }
        for (int i = 0; i < cells.length; i++) {
            widths[i] = Math.max(widths[i], text(cells[i], 0).length());
        }
        rows.add(cells);
        return this;
    }

    /** The table's lines, without an end of line after the last one. */
    @Override
    public String toString() {
        return within(Integer.MAX_VALUE);
    }

    /** The same, with bars as short as lines of this length make them. */
    public String within(int columns) {
        int bar = barWidth(columns);
        StringBuilder lines = new StringBuilder();
        for (Object[] cells : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < cells.length; i++) {
                String cell = text(cells[i], bar);
                String padding = " ".repeat(Math.max(widths[i], isBar(i) ? bar : 0) - cell.length());
                line.append(i == 0 ? "" : GAP).append(right(i) ? padding + cell : cell + padding);
            }
            lines.append(lines.isEmpty() ? "" : "\n").append(line.toString().stripTrailing());
        }
        return lines.toString();
    }

    private int barWidth(int columns) {
        int bars = 0;
        long left = columns - (long) GAP.length() * (widths.length - 1);
        for (int i = 0; i < widths.length; i++) {
            bars += isBar(i) ? 1 : 0;
            left -= isBar(i) ? 0 : widths[i];
        }
        return bars == 0 ? 0 : Math.clamp(left / bars, Bar.SHORTEST, Bar.LONGEST);
    }

    private boolean isBar(int column) {
        return rows.size() > 1 && rows.get(1)[column] instanceof Bar;
    }

    /** A heading stands over its column, so it goes where the column's first number goes. */
    private boolean right(int column) {
        return rows.size() > 1 && rows.get(1)[column] instanceof Number;
    }

    private static String text(Object cell, int bar) {
        return switch (cell) {
            case Double number -> decimal(number);
            case Bar drawn -> drawn.within(bar);
            default -> cell.toString();
        };
    }

    /** At most two decimals, and none where there is nothing to say. */
    private static String decimal(double number) {
        if (Math.abs(number) >= 1e15 || Double.isNaN(number)) {
            return Double.toString(number);
        }
        long hundredths = Math.round(number * 100);
        String text = Double.toString(hundredths / 100.0);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
