package io.fila.simulator.process;

import io.fila.core.command.Command;
import io.fila.core.journal.Effect;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The pages that a broker has sent for and that have not come back yet. */
final class PagesUnderWay {
    private final Set<PageLoad> pages = new LinkedHashSet<>();

    /** The broker asks for something, which may be a page. */
    void asked(Effect effect) {
        PageLoad load = PageLoad.of(effect);
        if (load != null) {
            pages.add(load);
        }
    }

    /** The broker is told something, which may be a page. */
    void cameBack(Sent sent) {
        switch (sent.command()) {
            case Command.PageLoaded loaded -> remove(loaded.ticket());
            case Command.ScheduleLoaded loaded -> remove(loaded.ticket());
            default -> {}
        }
    }

    private void remove(long ticket) {
        pages.removeIf(page -> page.ticket() == ticket);
    }

    List<PageLoad> all() {
        return List.copyOf(pages);
    }

    void clear() {
        pages.clear();
    }
}
