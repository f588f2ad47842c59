package io.fila.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A small window over a long schedule against a sorted map of all of it. */
final class ScheduleWindowTest {
    private static final QueueId QUEUE = new QueueId(1);

    private static Message message(Moment moment) {
        Place place = new Place.Scheduled(QUEUE, moment.dueNanos());
        return new Message(new Envelope(moment.id(), Scheduling.DEFAULT, 0), 0, place, null);
    }

    private static SortedMap<Moment, Message> page(SortedMap<Moment, Message> disk, Moment after, int limit) {
        SortedMap<Moment, Message> page = new TreeMap<>();
        for (Map.Entry<Moment, Message> entry : disk.tailMap(after).entrySet()) {
            if (!entry.getKey().equals(after) && page.size() < limit) {
                page.put(entry.getKey(), entry.getValue());
            }
        }
        return page;
    }

    private static Moment momentOf(Message message) {
        return new Moment(((Place.Scheduled) message.place()).dueNanos(), message.id());
    }

    @Test
    void releasesInOrderHoweverLateThePagesCome() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            ScheduleWindow window = new ScheduleWindow(new QueueId(1), 8);
            SortedMap<Moment, Message> disk = new TreeMap<>();
            List<Moment> released = new ArrayList<>();
            long now = 0;
            long ticket = 0;
            @Nullable SortedMap<Moment, Message> page = null;
            boolean complete = false;
            int pageLimit = 8;
            for (int step = 0; step < 400 || !disk.isEmpty(); step++) {
                boolean filling = step < 400;
                switch (random.nextInt(4)) {
                    case 0 -> {
                        if (filling) {
                            Moment moment = new Moment(now + 1 + random.nextInt(50), new MessageId(0, step));
                            disk.put(moment, message(moment));
                            window.add(moment, message(moment));
                        }
                    }
                    case 1 -> {
                        now += random.nextInt(6);
                        while (window.nextDueNanos() <= now) {
                            Message due = Objects.requireNonNull(window.pollFirst());
                            Moment moment = momentOf(due);
                            assertThat(disk.firstKey())
                                    .as("seed %d step %d", seed, step)
                                    .isEqualTo(moment);
                            disk.remove(moment);
                            released.add(moment);
                        }
                    }
                    case 2 -> {
                        if (window.wantsPage()) {
                            window.pageRequested(++ticket);
                            page = page(disk, window.loadedThrough(), pageLimit);
                            complete = page(disk, window.loadedThrough(), pageLimit + 1)
                                            .size()
                                    <= pageLimit;
                        }
                    }
                    default -> {
                        if (page != null && window.expectsPage(ticket)) {
                            long missing = window.load(page, complete);
                            assertThat(missing)
                                    .as("seed %d step %d", seed, step)
                                    .isZero();
                            page = null;
                        }
                    }
                }
                assertThat(window.size()).as("seed %d step %d", seed, step).isEqualTo(disk.size());
            }
            assertThat(released).isSorted();
        }
    }

    @Test
    void messagesThatACompletePageLacksAreNotWaitedFor() {
        ScheduleWindow window = new ScheduleWindow(new QueueId(1), 8);
        window.restore(3);
        window.pageRequested(1);
        Moment late = new Moment(50, new MessageId(0, 4));
        window.add(late, message(late));
        Moment left = new Moment(10, new MessageId(0, 2));

        long missing = window.load(new TreeMap<>(Map.of(left, message(left))), true);

        assertThat(missing).isEqualTo(2);
        assertThat(window.size()).isEqualTo(2);
        assertThat(window.wantsPage()).isFalse();
        assertThat(window.pollFirst()).isNotNull();
        assertThat(window.pollFirst()).isNotNull();
    }

    @Test
    void messagesThatWereNotCountedAreTakenInAllTheSame() {
        ScheduleWindow window = new ScheduleWindow(new QueueId(1), 8);
        window.restore(1);
        window.pageRequested(1);
        SortedMap<Moment, Message> found = new TreeMap<>();
        for (int number = 0; number < 3; number++) {
            Moment moment = new Moment(number, new MessageId(0, number));
            found.put(moment, message(moment));
        }

        assertThat(window.load(found, false)).isEqualTo(-3);
        assertThat(window.wantsPage()).isFalse();
        window.pollFirst();
        assertThat(window.wantsPage()).isTrue();
        window.pageRequested(2);
        assertThat(window.load(new TreeMap<>(), true)).isEqualTo(1);
        assertThat(window.size()).isEqualTo(2);
    }

    @Test
    void pageIsCalledOffWhenNothingIsLeftOnDisk() {
        ScheduleWindow window = new ScheduleWindow(new QueueId(1), 8);
        window.restore(1);
        window.pageRequested(1);

        assertThat(window.removeFromDisk(new Moment(10, new MessageId(0, 2)))).isTrue();

        assertThat(window.expectsPage(1)).isFalse();
        assertThat(window.size()).isZero();
    }
}
