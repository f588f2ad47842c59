package io.fila.retracker.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A page while it is written. All text is escaped, so names cannot inject markup. */
final class Html {
    private final StringBuilder page = new StringBuilder();

    /** Writes markup as it is. */
    Html raw(String html) {
        page.append(html);
        return this;
    }

    Html text(String text) {
        return raw(escaped(text));
    }

    Html heading(String text) {
        return raw("<h2>").text(text).raw("</h2>\n");
    }

    /** A figure with its label. */
    Html card(String figure, String word) {
        return raw("<div class=\"card\"><strong>")
                .text(figure)
                .raw("</strong><span>")
                .text(word)
                .raw("</span></div>\n");
    }

    /** A figure that has a bound, with a bar that shows how much of it is used. */
    Html card(String figure, String word, double percent) {
        String width = String.format(Locale.ROOT, "%.1f", Math.clamp(percent, 0, 100));
        return raw("<div class=\"card\"><strong>")
                .text(figure)
                .raw("</strong><span>")
                .text(word)
                .raw("</span><div class=\"meter\"><i style=\"width:" + width + "%\"></i></div></div>\n");
    }

    /** Begins a table; a column whose title ends with # has numbers. */
    Html table(String... columns) {
        raw("<div class=\"scroll\"><table><tr>");
        raw(Arrays.stream(columns)
                .map(column -> column.endsWith("#")
                        ? "<th class=\"number\">" + escaped(column.substring(0, column.length() - 1)) + "</th>"
                        : "<th>" + escaped(column) + "</th>")
                .collect(Collectors.joining()));
        return raw("</tr>\n");
    }

    /** A row of a table; numbers are right-aligned. */
    Html row(Cell... cells) {
        raw("<tr>");
        for (Cell cell : cells) {
            raw(cell.html());
        }
        return raw("</tr>\n");
    }

    Html endTable() {
        return raw("</table></div>\n");
    }

    /** One cell of a table. */
    record Cell(String html) {
        static Cell text(String text) {
            return new Cell("<td>" + escaped(text) + "</td>");
        }

        static Cell code(String text) {
            return new Cell("<td><code>" + escaped(text) + "</code></td>");
        }

        static Cell number(String figure) {
            return new Cell("<td class=\"number\">" + escaped(figure) + "</td>");
        }

        static Cell number(long figure) {
            return number(grouped(figure));
        }

        /** A word in its own colour. */
        static Cell state(String state, String sentence) {
            return new Cell("<td><span class=\"state " + escaped(state) + "\">" + escaped(sentence) + "</span></td>");
        }
    }

    /** With a comma for every three digits. */
    static String grouped(long figure) {
        return String.format(Locale.ROOT, "%,d", figure);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
