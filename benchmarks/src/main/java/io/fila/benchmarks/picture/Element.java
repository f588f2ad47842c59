package io.fila.benchmarks.picture;

import java.util.Locale;

/** One element of an SVG picture, while it is written. */
public final class Element {
    private final String name;
    private final StringBuilder attributes = new StringBuilder();
    private String content = "";

    private Element(String name) {
        this.name = name;
    }

    public static Element of(String name, String css) {
        return new Element(name).with("class", css);
    }

    public static Element line(String css, double x1, double y1, double x2, double y2) {
        return of("line", css).at("x1", x1).at("y1", y1).at("x2", x2).at("y2", y2);
    }

    public static Element text(String css, double x, double y, String text) {
        return of("text", css).at("x", x).at("y", y).containing(text);
    }

    public Element with(String attribute, String value) {
        attributes.append(' ').append(attribute).append("=\"").append(value).append('"');
        return this;
    }

    public Element at(String attribute, double place) {
        return with(attribute, number(place));
    }

    public Element containing(String text) {
        content = escape(text);
        return this;
    }

    /** With one digit after the point, which is as fine as screens are. */
    public static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    public String toString() {
        return content.isEmpty()
                ? "<" + name + attributes + "/>\n"
                : "<" + name + attributes + ">" + content + "</" + name + ">\n";
    }
}
