package io.fila.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files that the page is made of: our own, and those of the library that draws it, from its WebJar. */
final class PageFiles {
    private static final String HTML = "text/html; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String PICTURE = "image/svg+xml";

    private static final String PATH = "/page/";
    private static final String OWN = "page/";

    private static final List<String> SCRIPTS = List.of(
            "main.js",
            "broker.js",
            "charts.js",
            "cluster.js",
            "concerns.js",
            "deadletters.js",
            "dialog.js",
            "explain.js",
            "format.js",
            "history.js",
            "lanes.js",
            "overview.js",
            "parts.js",
            "queue.js",
            "scripts.js");

    /** The parent's pom names the same version. */
    private static final String LIBRARY = "/META-INF/resources/webjars/lit-html/3.3.2/";

    private static final List<String> LIBRARY_SCRIPTS =
            List.of("lit-html.js", "directive.js", "directive-helpers.js", "directives/repeat.js");

    private PageFiles() {}

    /** All of them, by the path they are asked for. */
    static Map<String, Handler> byPath() {
        Map<String, Handler> files = new LinkedHashMap<>();
        files.put("/", new StaticFile(OWN + "index.html", HTML));
        files.put(PATH + "page.css", new StaticFile(OWN + "page.css", STYLE));
        files.put(PATH + "icon.svg", new StaticFile(OWN + "icon.svg", PICTURE));
        SCRIPTS.forEach(name -> files.put(PATH + name, new StaticFile(OWN + name, SCRIPT)));
        LIBRARY_SCRIPTS.forEach(name -> files.put(PATH + "lit/" + name, new StaticFile(LIBRARY + name, SCRIPT)));
        return files;
    }
}
