package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a shell offers when a person types Tab; bash is asked for real. */
final class CompletionTest {
    @RegisterExtension
    private final CommandFixture fila = new CommandFixture();

    @Test
    void bashOffersCommands() throws Exception {
        assertThat(offered("fila", "")).contains("queue", "explain", "completion", "--addr");
        assertThat(offered("fila", "que")).containsExactly("queue");
        assertThat(offered("fila", "queue", "p")).containsExactly("pause", "purge");
        assertThat(offered("fila", "--tls", "auth", "acl", "")).contains("set", "get");
    }

    @Test
    void bashOffersTheOptionsOfACommand() throws Exception {
        assertThat(offered("fila", "explain", "--"))
                .contains("--key", "--message", "--addr")
                .doesNotContain("--ack");
        assertThat(offered("fila", "consume", "orders", "--a")).contains("--ack", "--addr");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void everyCommandIsInTheScriptOfEachShell(String shell) {
        String script = fila.run("completion", shell);

        for (String name : Commands.ALL) {
            assertThat(script).contains(name.substring(name.lastIndexOf(' ') + 1));
        }
    }

    @Test
    void otherShellsAreRefused() {
        assertThat(fila.misused("completion", "cmd")).contains("Expected bash, zsh or fish but found \"cmd\"");
    }

    private List<String> offered(String... typed) throws IOException, InterruptedException {
        String words = String.join(
                " ", Arrays.stream(typed).map(word -> "'" + word + "'").toList());
        String script = fila.run("completion", "bash") + "COMP_WORDS=(" + words + "); COMP_CWORD=" + (typed.length - 1)
                + "; _fila; printf '%s\\n' \"${COMPREPLY[@]}\"\n";
        Process bash = new ProcessBuilder("bash", "-u", "-c", script)
                .redirectErrorStream(true)
                .start();
        bash.getOutputStream().close();
        String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(printed).isZero();
        return printed.lines().toList();
    }
}
