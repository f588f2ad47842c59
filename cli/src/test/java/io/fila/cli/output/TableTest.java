package io.fila.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class TableTest {

    @Test
    void wordsStandLeftAndNumbersRight() {
        Table table = new Table("NAME", "DEPTH", "NOTE").row("orders", 12L, "x").row("a", 3L, "a long note");

        assertThat(table).hasToString("""
                        NAME    DEPTH  NOTE
                        orders     12  x
                        a           3  a long note""");
    }

    @Test
    void decimalsAreAsManyAsNeededAndTwoAtMost() {
        Table table =
                new Table("TOKENS").row(10.0).row(2.5).row(0.125).row(1e18).row(-0.001);

        assertThat(table.toString().lines().map(String::strip))
                .containsExactly("TOKENS", "10", "2.5", "0.13", "1.0E18", "0");
    }

    @Test
    void barsAreAsLongAsALineHasRoomFor() {
        Table table = new Table("KEY", "WAITS", "", "GOES", "")
                .row("flood", 10L, new Bar(100, 100), 5L, new Bar(50, 100))
                .row("quiet", 0L, new Bar(1, 100), 0L, new Bar(0, 100));

        assertThat(table.within(42)).isEqualTo("""
                        KEY    WAITS              GOES
                        flood     10  ██████████     5  █████
                        quiet      0  █              0""");
        assertThat(table.within(10).lines()).anyMatch(line -> line.endsWith("5  ██"));
        assertThat(table).asString().contains("█".repeat(30));
    }

    @Test
    void everyRowHasEveryColumn() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Table("A", "B").row("only one"))
                .withMessage("Expected 2 cells but found 1");
    }
}
