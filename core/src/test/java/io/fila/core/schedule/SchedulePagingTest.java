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
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What of a schedule is in memory, and when more of it is sent for. */
final class SchedulePagingTest {
    private static final int WINDOW = 8;
    private static final long TICKET = 5;

    private final ScheduleWindow window = new ScheduleWindow(new QueueId(1), WINDOW);

    @Test
    void windowHoldsNoMoreThanItsLimit() {
        addAll(1, WINDOW);
        assertThat(window.loadedThrough()).isEqualTo(moment(WINDOW));
        assertThat(window.wantsPage()).isFalse();

        window.add(moment(0), message(0));

        assertThat(window.size()).isEqualTo(WINDOW + 1);
        assertThat(window.loadedThrough()).isEqualTo(moment(WINDOW - 1));
        assertThat(due(WINDOW)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(window.pollFirst()).isNull();
    }

    @Test
    void pageIsWantedWhenAQuarterOfTheWindowIsLeftAndSomethingIsOnDisk() {
        addAll(1, WINDOW + 1);

        due(WINDOW - 3);
        assertThat(window.wantsPage()).isFalse();
        due(1);
        assertThat(window.wantsPage()).isTrue();
        window.pageRequested(TICKET);
        assertThat(window.wantsPage()).isFalse();
    }

    @Test
    void noPageIsWantedOfAnEmptyDisk() {
        addAll(1, 1);

        assertThat(window.wantsPage()).isFalse();
    }

    @Test
    void whatLeavesTheWindowWhileAPageIsOnItsWayComesBackWithIt() {
        addAll(1, WINDOW + 1);
        window.pageRequested(TICKET);
        window.add(moment(0), message(0));
        due(WINDOW);

        long missing = window.load(page(WINDOW + 1), true);

        assertThat(missing).isZero();
        assertThat(due(2)).containsExactly((long) WINDOW, WINDOW + 1L);
    }

    @Test
    void nothingIsTakenFromADiskThatHasNothing() {
        addAll(1, 1);

        assertThat(window.removeFromDisk(moment(1))).isFalse();
        assertThat(window.size()).isEqualTo(1);
    }

    @Test
    void whenTheLastOnDiskIsTakenNoPageIsOnItsWay() {
        addAll(1, WINDOW + 1);
        window.pageRequested(TICKET);

        assertThat(window.removeFromDisk(moment(WINDOW + 1))).isTrue();

        assertThat(window.isPaging()).isFalse();
        assertThat(window.expectsPage(TICKET)).isFalse();
        assertThat(window.size()).isEqualTo(WINDOW);
    }

    @Test
    void whatWasTakenFromDiskIsNotBroughtBackByAPageThatSawIt() {
        addAll(1, WINDOW + 2);
        window.pageRequested(TICKET);
        window.removeFromDisk(moment(WINDOW + 1));
        due(WINDOW);

        long missing = window.load(page(WINDOW + 1, WINDOW + 2), true);

        assertThat(missing).isZero();
        assertThat(window.size()).isEqualTo(1);
        assertThat(window.find(id(WINDOW + 1))).isNull();
        assertThat(window.find(id(WINDOW + 2))).isNotNull();
    }

    /** As one that is moved within its queue does. */
    @Test
    void messageThatIsTakenAndComesBackForItsMomentWhileAPageIsReadIsStillThere() {
        window.restore(1);
        window.pageRequested(TICKET);
        window.add(moment(3), message(3));
        window.remove(id(3));
        Message again = message(3);
        window.add(moment(3), again);

        assertThat(window.load(page(1), true)).isZero();

        assertThat(window.find(id(3))).isSameAs(again);
        assertThat(due(2)).containsExactly(1L, 3L);
    }

    @Test
    void messageThatHasComeBackIsNewerThanThePageThatSawItBefore() {
        window.restore(2);
        window.pageRequested(TICKET);
        window.removeFromDisk(moment(3));
        Message again = message(3);
        window.add(moment(3), again);

        assertThat(window.load(page(1, 3), true)).isZero();

        assertThat(window.find(id(3))).isSameAs(again);
        assertThat(window.size()).isEqualTo(2);
    }

    @Test
    void diskIsBelievedWhereTheCountIsWrong() {
        window.restore(5);
        window.pageRequested(TICKET);
        assertThat(window.load(page(1), true)).isEqualTo(4);
        assertThat(window.size()).isEqualTo(1);

        window.restore(1);
        assertThat(window.load(page(2, 3), false)).isNegative();
        assertThat(window.wantsPage() || window.size() > 3).isTrue();
    }

    /** What a page saw behind its end may have been taken meanwhile; what was taken before the page was sent for was not there. */
    @Test
    void pageThatSawMoreIsBelievedWhateverWasTakenBeforeItWasSentFor() {
        addAll(1, WINDOW + 2);
        window.pageRequested(TICKET);
        window.removeFromDisk(moment(WINDOW + 1));
        window.removeFromDisk(moment(WINDOW + 2));
        assertThat(window.isPaging()).isFalse();

        window.restore(1);
        window.pageRequested(TICKET + 1);
        window.load(page(WINDOW + 3), false);

        assertThat(window.size()).as("one more on disk").isEqualTo(WINDOW + 2);
    }

    @Test
    void pageThatSawMoreIsBelievedWhateverAnEarlierPageMissed() {
        addAll(1, WINDOW + 3);
        window.pageRequested(TICKET);
        window.removeFromDisk(moment(WINDOW + 1));
        due(WINDOW);
        window.load(page(WINDOW + 2), false);

        window.pageRequested(TICKET + 1);
        window.load(page(WINDOW + 3), false);

        assertThat(window.size()).as("one more on disk").isEqualTo(3);
    }

    @Test
    void pageThatDoesNotFitIsLeftOnDiskInPart() {
        addAll(1, WINDOW + 4);
        due(WINDOW - 2);
        window.pageRequested(TICKET);

        window.load(page(9, 10, 11, 12, 13, 14, 15, 16), false);

        assertThat(window.loadedThrough()).isEqualTo(moment(14));
        assertThat(window.pollFirst()).isNotNull();
        assertThat(window.loadedThrough()).isEqualTo(moment(14));
    }

    @Test
    void nothingIsLeftOfAScheduleThatIsReleased() {
        addAll(1, WINDOW + 1);
        window.pageRequested(TICKET);
        window.add(moment(WINDOW + 2), message(WINDOW + 2));

        window.release();

        assertThat(window.size()).isZero();
        assertThat(window.pollFirst()).isNull();
        assertThat(window.expectsPage(TICKET)).isFalse();
        window.load(page(), true);
        assertThat(window.size()).isZero();
    }

    private void addAll(int from, int through) {
        for (int i = from; i <= through; i++) {
            window.add(moment(i), message(i));
        }
    }

    private List<Long> due(int count) {
        List<Long> moments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            moments.add(window.nextDueNanos());
            window.pollFirst();
        }
        return moments;
    }

    private static SortedMap<Moment, Message> page(int... moments) {
        SortedMap<Moment, Message> page = new TreeMap<>();
        for (int each : moments) {
            page.put(moment(each), message(each));
        }
        return page;
    }

    private static MessageId id(int number) {
        return new MessageId(0, number);
    }

    private static Moment moment(int number) {
        return new Moment(number, id(number));
    }

    private static Message message(int number) {
        Place place = new Place.Scheduled(new QueueId(1), number);
        return new Message(new Envelope(id(number), Scheduling.DEFAULT, 0), 0, place, null);
    }
}
