package io.fila.core.runtime.term;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class AssemblyTest {
    private final Assembly assembly = new Assembly();

    private static Entry entry(long term, int part, int parts, String text) {
        return new Entry(term, 5, part, parts, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String add(Entry entry, long entryTerm) {
        ByteBuffer turn = assembly.add(entry, entryTerm);
        return turn == null ? "" : StandardCharsets.UTF_8.decode(turn).toString();
    }

    @Test
    void aWholeTurnIsCompleteAtOnce() {
        assertThat(add(entry(3, 0, 1, "turn"), 3)).isEqualTo("turn");
    }

    @Test
    void partsAreOneTurnWithTheLast() {
        assertThat(add(entry(3, 0, 3, "a"), 3)).isEmpty();
        assertThat(add(entry(3, 1, 3, "b"), 3)).isEmpty();
        assertThat(add(entry(3, 2, 3, "c"), 3)).isEqualTo("abc");
    }

    @Test
    void anEntryThatWasMadeInAnotherTermIsNothing() {
        assertThat(add(entry(3, 0, 1, "stale"), 4)).isEmpty();
    }

    @Test
    void partsOfALeaderThatDiedAreNothing() {
        assertThat(add(entry(3, 0, 2, "a"), 3)).isEmpty();

        assertThat(add(entry(4, 0, 1, "whole"), 4)).isEqualTo("whole");
        assertThat(add(entry(4, 1, 2, "b"), 4)).isEmpty();
        assertThat(add(entry(4, 0, 2, "c"), 4)).isEmpty();
        assertThat(add(entry(4, 1, 2, "d"), 4)).isEqualTo("cd");
    }
}
