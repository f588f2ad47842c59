package io.fila.cli.session;

import io.fila.cli.output.Json;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A picture that changes in place, whatever the size of the terminal. Where no person looks, pictures follow each other. */
public final class Screen {
    private static final String HOME = "\u001b[H";
    private static final String WIPE = "\u001b[2J";
    private static final String WIPE_REST_OF_LINE = "\u001b[K";
    private static final String WIPE_BELOW = "\u001b[J";

    private final Session session;
    private @Nullable ScreenSize last;

    public Screen(Session session) {
        this.session = session;
    }

    /** Lines that fit a width as well as they can. */
    @FunctionalInterface
    public interface Picture {
        String within(int columns);
    }

    public void show(Picture picture, Json json) {
        if (!session.terminal().isInteractive()) {
            session.print(picture.within(Integer.MAX_VALUE), json);
            return;
        }
        ScreenSize size = session.terminal().size();
        // Drawn over, it does not flicker; but where the size changed the terminal may have broken lines anew.
        session.output().printScreen(size.equals(last) ? HOME : HOME + WIPE);
        last = size;
        session.print(cut(picture.within(size.columns()), size) + WIPE_BELOW, json);
    }

    /** A line that is too long would take two, and a picture that is too high would scroll away; the cursor needs a line too. */
    private static String cut(String picture, ScreenSize size) {
        List<String> lines = picture.lines().limit(Math.max(1, size.rows() - 1)).toList();
        return lines.stream()
                .map(line -> line.substring(0, Math.min(line.length(), size.columns())))
                .collect(Collectors.joining(WIPE_REST_OF_LINE + "\n", "", WIPE_REST_OF_LINE));
    }
}
