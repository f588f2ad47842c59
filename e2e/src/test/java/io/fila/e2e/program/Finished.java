package io.fila.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

/** A program that has ended: what it said and with which code. */
public record Finished(int exitCode, String out, String err) {
    public static final int DONE = 0;
    public static final int REFUSED = 1;
    public static final int MISUSED = 2;

    /** Checks that the program did what it was asked, and returns what it printed. */
    public String printed() {
        assertThat(exitCode).as("exit code of a program that said: %s", err).isEqualTo(DONE);
        return out;
    }

    /** Checks that the program gave up with one sentence and no stack trace, and returns the sentence. */
    public String sentence(int expectedCode) {
        assertThat(exitCode)
                .as("exit code of a program that said: %s%s", err, out)
                .isEqualTo(expectedCode);
        assertThat(err.lines().filter(line -> line.startsWith("Error: ")))
                .as("sentences in: %s", err)
                .hasSize(1);
        assertThat(err).doesNotContain("\tat ", "Exception in thread", "Caused by");
        return err.lines()
                .filter(line -> line.startsWith("Error: "))
                .findFirst()
                .orElseThrow();
    }
}
