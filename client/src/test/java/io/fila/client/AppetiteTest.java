package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AppetiteTest {
    private final Appetite appetite = new Appetite(100);

    @Test
    void growsWhenManyComeAndNothingIsLeftAllTheSame() {
        assertThat(appetite.messages()).isEqualTo(16);
        arrival(true, 8);
        assertThat(appetite.messages()).isEqualTo(16);
        arrival(true, 16);
        assertThat(appetite.messages()).isEqualTo(32);
        arrival(true, 32);
        arrival(true, 64);
        arrival(true, 64);
        assertThat(appetite.messages()).isEqualTo(100);
    }

    @Test
    void staysWhenFewComeOrSomethingIsStillHere() {
        for (int i = 0; i < 100; i++) {
            arrival(true, 7);
        }
        for (int i = 0; i < 100; i++) {
            arrival(false, 16);
        }

        assertThat(appetite.messages()).isEqualTo(16);
    }

    @Test
    void shrinksWhenMessagesWaitForLong() {
        appetite.taken(250, 1_000);
        assertThat(appetite.messages()).isEqualTo(16);
        appetite.taken(251, 1_000);
        assertThat(appetite.messages()).isEqualTo(8);
        for (int i = 0; i < 10; i++) {
            appetite.taken(999, 1_000);
        }
        assertThat(appetite.messages()).isEqualTo(1);
    }

    @Test
    void aLeaseOfUnknownLengthIsNoReasonToShrink() {
        appetite.taken(Long.MAX_VALUE, 0);

        assertThat(appetite.messages()).isEqualTo(16);
    }

    @Test
    void largeMessagesAreAskedForOneByOne() {
        appetite.fed(false, 3 << 20);
        assertThat(appetite.messages()).isEqualTo(5);
        appetite.fed(false, 64 << 20);
        assertThat(appetite.messages()).isEqualTo(1);
    }

    @Test
    void aSmallMessageAmongLargeOnesIsNoReasonToAskForMany() {
        for (int i = 0; i < 100; i++) {
            appetite.fed(false, 4 << 20);
            appetite.fed(false, 100);
        }

        assertThat(appetite.messages()).isBetween(4, 10);
        arrival(false, 100);
        assertThat(appetite.messages()).as("when the large ones are long ago").isEqualTo(16);
    }

    @Test
    void asksForNoMoreThanItMay() {
        assertThat(new Appetite(1).messages()).isEqualTo(1);
    }

    private void arrival(boolean waiting, int count) {
        for (int i = 0; i < count; i++) {
            appetite.fed(waiting && i == 0, 1_000);
        }
    }
}
