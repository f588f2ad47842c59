package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.cli.session.BrokerCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

final class UsageTest {
    @SuppressWarnings("unused") // a FieldSource
    private static final java.util.List<String> COMMANDS = Commands.ALL;

    @RegisterExtension
    private final CommandFixture fila = new CommandFixture();

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
                    ``                                   → Expected a command after "fila": server, demo, retracker, health, backup, restore, doctor, quarantine, queue, key, top, enqueue, cancel, consume, message, explain, record, config, redrive, cluster, lua, simulate, bench, auth, completion
                    queue                                → Expected a command after "fila queue": create, delete, list, inspect, update, pause, resume, purge
                    auth acl                             → Expected a command after "fila auth acl": set, get
                    quue                                 → Unknown command "fila quue"; did you mean queue?
                    queue lst                            → Unknown command "fila queue lst"; did you mean list?
                    teleport                             → Unknown command "fila teleport"
                    queue list --outptu json             → Unknown option --outptu; did you mean --output?
                    queue list -x                        → Unknown option -x
                    --count 3 consume orders             → Unknown option --count
                    queue list --output yaml             → Expected --output to be text or json but found "yaml"
                    queue list --output                  → Expected --output text|json but found no value
                    queue list --addr --tls              → Expected --addr ADDRESS but found no value
                    queue list --tls=yes                 → Expected no value for --tls but found "--tls=yes"
                    queue list --addr a:1 --addr b:1     → Expected --addr once but found it twice
                    queue list orders                    → Expected no more after "fila queue list" but found "orders"
                    queue create                         → Expected NAME but found nothing more
                    queue create orders mail             → Expected no more after NAME but found "mail"
                    config set colour                    → Expected VALUE but found nothing more
                    queue list --addr localhost:port     → Expected an address like localhost:5555 or https://host:port but found "localhost:port"
                    queue list --tls-cert worker.crt     → Expected a certificate and its key together but found only the certificate
                    server                               → The broker is started by the launcher script: ./fila server
                    simulate --seed 42                   → The simulator is started by the launcher script: ./fila simulate
                    """, delimiter = '→')
    void mistakesAreSentences(String typed, String sentence) {
        String[] words = typed.isEmpty() ? new String[0] : typed.split(" ");

        assertThat(fila.misused(words).lines()).first().isEqualTo("Error: " + sentence);
    }

    @Test
    void aMistakeSaysWhereToLookForHelp() {
        assertThat(fila.misused("queue", "create")).endsWith("\nTry \"fila queue create --help\".\n");
        assertThat(fila.misused("queue", "lst")).endsWith("\nTry \"fila queue --help\".\n");
        assertThat(fila.misused()).endsWith("\nTry \"fila --help\".\n");
    }

    @Test
    void globalOptionsStandBeforeOrAfterTheCommand() {
        assertThat(fila.run("--output", "json", "queue", "list")).isEqualTo("{\"queues\":[]}\n");
        assertThat(fila.run("queue", "--output", "json", "list")).isEqualTo("{\"queues\":[]}\n");
        assertThat(fila.run("queue", "list", "--output", "json")).isEqualTo("{\"queues\":[]}\n");
        assertThat(fila.run("queue", "list", "--output=json")).isEqualTo("{\"queues\":[]}\n");
    }

    @Test
    void theHelpOfTheProgramListsEveryCommandAndGlobalOption() {
        String help = fila.run("--help");

        assertThat(help).contains(Commands.ALL);
        GlobalOptions.ALL.forEach(option -> assertThat(help).contains("  " + option.usage() + " "));
        assertThat(fila.run("-h")).isEqualTo(help);
    }

    @Test
    void theHelpOfAGroupListsItsCommands() {
        assertThat(fila.run("auth", "--help"))
                .startsWith("Usage: fila auth COMMAND [OPTIONS]\n")
                .contains("  auth create ", "  auth acl set ")
                .doesNotContain("queue");
    }

    @Test
    void theHelpOfACommandDescribesWhatMayBeTyped() {
        assertThat(fila.run("consume", "--help"))
                .startsWith("""
                        Consume a queue and print its messages, until Ctrl-C.

                        Usage: fila consume QUEUE [OPTIONS]

                          QUEUE      The name of the queue.
                          --ack      Ack each message once it is printed.
                          --count N  End after this many messages.

                        Without --ack the messages return to their queue when their visibility timeout ends.
                        """)
                .contains("\nGlobal options, before or after the command's name:\n  --addr ADDRESS ")
                .endsWith("""

                        Examples:
                          fila consume orders --ack
                          fila consume orders --count 1 --output json
                        """);
    }

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void everyCommandHasHelpWithAnExampleThatFitsALine(String name) {
        String help = fila.run((name + " --help").split(" "));

        assertThat(help).contains("Usage: fila " + name).containsPattern("(?s)\nExamples?:\n.*fila " + name);
        assertThat(help.lines()).allMatch(line -> line.length() <= 110);
    }

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void everyCommandIsDocumented(String name) throws IOException {
        BrokerCommand command = Commands.find(name);
        assertThat(command).isNotNull();

        String page = Files.readString(Path.of("..", "docs", "cli.md"));

        assertThat(page).contains("fila " + name);
        command.syntax().options().forEach(option -> assertThat(page).contains(option.name()));
        GlobalOptions.ALL.forEach(option -> assertThat(page).contains(option.name()));
    }

    @Test
    void versionIsPrinted() {
        assertThat(fila.run("--version")).startsWith("fila ");
        assertThat(fila.run("queue", "list", "--version")).startsWith("fila ");
    }
}
