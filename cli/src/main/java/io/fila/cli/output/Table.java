package io.fila.cli.output;

import java.util.ArrayList;
import java.util.List;

/** Rows under a heading, in columns: words to the left, numbers to the right. */
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
            widths[i] = Math.max(widths[i], text(cells[i]).length());
        }
        rows.add(cells);
        return this;
    }

    /** The table's lines, without an end of line after the last one. */
    @Override
    public String toString() {
        StringBuilder lines = new StringBuilder();
        for (Object[] cells : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < cells.length; i++) {
                String cell = text(cells[i]);
                String padding = " ".repeat(widths[i] - cell.length());
                line.append(i == 0 ? "" : GAP).append(right(i) ? padding + cell : cell + padding);
            }
            lines.append(lines.isEmpty() ? "" : "\n").append(line.toString().stripTrailing());
        }
        return lines.toString();
    }

    /** A heading stands over its column, so it goes where the column's first number goes. */
    private boolean right(int column) {
        return rows.size() > 1 && rows.get(1)[column] instanceof Number;
    }

    private static String text(Object cell) {
        return cell instanceof Double number ? decimal(number) : cell.toString();
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
