package io.fila.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.Limits;
import io.fila.core.journal.Page;
import io.fila.core.memory.MemoryBudget;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What of a lane is in memory, when more of it is sent for, and how those who leave from elsewhere are counted. */
final class BacklogTest {
    private static final int WINDOW = 8;
    private static final long TICKET = 5;

    private final MemoryBudget memory = new MemoryBudget(
            Limits.defaults().but().windowPerLane(WINDOW).headsInMemory(1000).limits());
    private final Backlog backlog = new Backlog(memory);

    @Test
    void windowHoldsNoMoreThanItsLimitAndWhatComesLaterStandsBehindOnDisk() {
        addAll(0, WINDOW);
        assertThat(add(WINDOW)).isFalse();
        backlog.poll();

        assertThat(add(WINDOW + 1)).as("behind those on disk").isFalse();

        assertThat(backlog.size()).isEqualTo(WINDOW + 1);
        assertThat(backlog.loadedThrough()).isEqualTo(WINDOW - 1);
        assertThat(backlog.lastPosition()).isEqualTo(WINDOW + 1);
        assertThat(memory.heads()).isEqualTo(WINDOW - 1);
    }

    @Test
    void pageIsWantedWhenAQuarterOfTheWindowIsLeftAndSomethingIsOnDisk() {
        addAll(0, WINDOW + 1);

        poll(WINDOW - 3);
        assertThat(backlog.wantsPage()).isFalse();
        poll(1);
        assertThat(backlog.wantsPage()).isTrue();
        backlog.pageRequested(TICKET);
        assertThat(backlog.wantsPage()).isFalse();
        assertThat(backlog.isPaging()).isTrue();
        assertThat(backlog.expectsPage(TICKET)).isTrue();
        assertThat(backlog.expectsPage(TICKET + 1)).isFalse();
        assertThat(backlog.pageSize()).isEqualTo(WINDOW - 2);
    }

    @Test
    void noPageIsWantedOfAnEmptyDisk() {
        addAll(0, 1);

        assertThat(backlog.wantsPage()).isFalse();
    }

    @Test
    void pageBringsTheRestInOrder() {
        addAll(0, WINDOW + 2);
        poll(WINDOW);
        assertThat(backlog.hasHead()).isFalse();
        assertThat(backlog.isEmpty()).isFalse();
        assertThat(backlog.headPosition()).isEqualTo(Long.MAX_VALUE);
        backlog.pageRequested(TICKET);

        assertThat(load(true, WINDOW, WINDOW + 1)).isZero();

        assertThat(backlog.isPaging()).isFalse();
        assertThat(backlog.headPosition()).isEqualTo(WINDOW);
        assertThat(poll(2)).containsExactly((long) WINDOW, WINDOW + 1L);
        assertThat(backlog.isEmpty()).isTrue();
        assertThat(memory.heads()).isZero();
    }

    @Test
    void whatCameWhileThePageWasReadIsStillOnDisk() {
        addAll(0, WINDOW + 1);
        poll(WINDOW);
        backlog.pageRequested(TICKET);
        add(WINDOW + 1);

        assertThat(load(true, WINDOW)).isZero();

        assertThat(backlog.size()).isEqualTo(2);
        assertThat(backlog.loadedThrough()).isEqualTo(WINDOW);
        assertThat(backlog.wantsPage()).isTrue();
    }

    @Test
    void diskIsBelievedWhereTheCountIsWrong() {
        backlog.restore(5, 100);
        backlog.pageRequested(TICKET);
        assertThat(load(true, 1)).as("too many counted").isEqualTo(4);
        assertThat(backlog.size()).isEqualTo(1);

        backlog.restore(1, 100);
        backlog.pageRequested(TICKET);
        assertThat(load(false, 2, 3)).as("too few counted").isEqualTo(-2);
        assertThat(backlog.size()).as("one more on disk").isEqualTo(4);
    }

    @Test
    void damagedEntriesAreNotMissing() {
        backlog.restore(3, 2);
        backlog.pageRequested(TICKET);

        assertThat(backlog.load(List.of(message(0)), 2, 2, true)).isZero();

        assertThat(backlog.size()).isEqualTo(1);
        assertThat(backlog.loadedThrough()).isEqualTo(2);
    }

    @Test
    void onlyWhatIsOnDiskIsTakenFromDisk() {
        addAll(0, WINDOW + 1);

        assertThat(backlog.removeFromDisk(WINDOW - 1)).as("has been in memory").isFalse();
        assertThat(backlog.removeFromDisk(WINDOW)).isTrue();
        assertThat(backlog.removeFromDisk(WINDOW)).as("nothing is left").isFalse();
        assertThat(backlog.size()).isEqualTo(WINDOW);
    }

    @Test
    void whenTheLastOnDiskIsTakenNoPageIsOnItsWay() {
        addAll(0, WINDOW + 2);
        backlog.pageRequested(TICKET);

        backlog.removeFromDisk(WINDOW);
        assertThat(backlog.expectsPage(TICKET)).isTrue();
        backlog.removeFromDisk(WINDOW + 1);

        assertThat(backlog.isPaging()).isFalse();
        Page late = page(WINDOW);
        assertThat(backlog.withoutTaken(late)).as("nothing is remembered").isSameAs(late);
    }

    @Test
    void whatWasTakenFromDiskIsNotBroughtBackByAPageThatSawIt() {
        addAll(0, WINDOW + 3);
        poll(WINDOW);
        backlog.pageRequested(TICKET);
        backlog.removeFromDisk(WINDOW);
        backlog.removeFromDisk(WINDOW + 2);
        Page seen = new Page(List.of(message(WINDOW), message(WINDOW + 1)), List.of(WINDOW + 2L), WINDOW + 2L, true);

        Page left = backlog.withoutTaken(seen);

        assertThat(left.messages()).extracting(Message::id).containsExactly(id(WINDOW + 1));
        assertThat(left.damagedPositions()).isEmpty();
        assertThat(backlog.load(left.messages(), 0, left.readThrough(), true)).isZero();
        assertThat(backlog.size()).isEqualTo(1);
    }

    /** What an incomplete page saw behind its end may be what was taken; nothing was if nothing was taken since. */
    @Test
    void pageThatSawMoreIsBelievedUnlessSomethingWasTakenMeanwhile() {
        addAll(0, WINDOW + 2);
        poll(WINDOW);
        backlog.pageRequested(TICKET);
        backlog.removeFromDisk(WINDOW + 1);
        load(false, WINDOW);
        assertThat(backlog.size()).isEqualTo(1);

        backlog.restore(1, WINDOW + 2);
        backlog.pageRequested(TICKET + 1);
        load(false, WINDOW + 2);
        assertThat(backlog.size()).as("one more on disk").isEqualTo(3);
    }

    @Test
    void messageInTheMiddleIsFoundAndTakenOut() {
        addAll(0, 4);

        assertThat(backlog.before(id(2))).isEqualTo(2);
        assertThat(Objects.requireNonNull(backlog.find(id(2))).id()).isEqualTo(id(2));
        assertThat(Objects.requireNonNull(backlog.remove(id(2))).id()).isEqualTo(id(2));

        assertThat(backlog.find(id(2))).isNull();
        assertThat(backlog.remove(id(2))).isNull();
        assertThat(memory.heads()).isEqualTo(3);
        assertThat(poll(3)).containsExactly(0L, 1L, 3L);
        assertThat(memory.heads()).isZero();
    }

    @Test
    void heldMessageCountsUntilItIsLetGoAndStandsWhereItStoodIfItIsPutBack() {
        addAll(0, 3);
        Message first = Objects.requireNonNull(backlog.hold());
        Message second = Objects.requireNonNull(backlog.hold());
        assertThat(backlog.size()).isEqualTo(3);
        assertThat(memory.heads()).isEqualTo(1);

        backlog.putBack(first);
        backlog.putBack(second);

        assertThat(memory.heads()).isEqualTo(3);
        assertThat(poll(2)).containsExactly(0L, 1L);
        backlog.hold();
        assertThat(backlog.isEmpty()).as("nobody is in line").isTrue();
        assertThat(backlog.hold()).as("there is nobody to hold").isNull();
        assertThat(backlog.size()).isEqualTo(1);
        backlog.letGo();
        assertThat(backlog.size()).isZero();
    }

    @Test
    void nothingIsLeftOfABacklogThatIsReleased() {
        addAll(0, WINDOW + 2);
        backlog.hold();
        backlog.pageRequested(TICKET);
        backlog.removeFromDisk(WINDOW);
        List<Message> shown = new ArrayList<>();

        backlog.release(shown::add);

        assertThat(shown).hasSize(WINDOW - 1);
        assertThat(memory.heads()).isZero();
        assertThat(backlog.size()).isZero();
        assertThat(backlog.hasHead()).isFalse();
        assertThat(backlog.isPaging()).isFalse();
    }

    private boolean add(int position) {
        return backlog.add(message(position), position);
    }

    private void addAll(int from, int until) {
        for (int position = from; position < until; position++) {
            add(position);
        }
    }

    private List<Long> poll(int count) {
        List<Long> positions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Message first = Objects.requireNonNull(backlog.poll());
            positions.add(((Place.Ready) first.place()).position());
        }
        return positions;
    }

    private long load(boolean complete, int... positions) {
        Page page = page(positions);
        return backlog.load(page.messages(), 0, positions[positions.length - 1], complete);
    }

    private static Page page(int... positions) {
        List<Message> messages = new ArrayList<>();
        for (int position : positions) {
            messages.add(message(position));
        }
        return new Page(messages, List.of(), positions[positions.length - 1], true);
    }

    private static MessageId id(int position) {
        return new MessageId(0, position);
    }

    private static Message message(int position) {
        Place place = new Place.Ready(new QueueId(1), "a", "", position);
        return new Message(new Envelope(id(position), Scheduling.DEFAULT, 0), 0, place, null);
    }
}
