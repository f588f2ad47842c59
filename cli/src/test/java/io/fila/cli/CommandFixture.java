package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.client.FilaClient;
import io.fila.client.fake.FakeBroker;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker in memory, and the program to talk to it with. */
final class CommandFixture implements AfterEachCallback {
    private final FakeBroker broker = FakeBroker.start();
    private final FilaClient client = FilaClient.connect(broker.address());

    FakeBroker broker() {
        return broker;
    }

    /** The way to the broker around the program. */
    FilaClient client() {
        return client;
    }

    /** A terminal in which the program finds the broker. */
    FakeTerminal terminal() {
        return new FakeTerminal().export("FILA_ADDR", "http://" + broker.address());
    }

    /** What a command prints that succeeds. */
    String run(String... typed) {
        FakeTerminal terminal = terminal();
        int code = new Shell(terminal).run(typed);
        assertThat(terminal.complained()).isEmpty();
        assertThat(code).isEqualTo(0);
        return terminal.printed();
    }

    /** What a command complains about that the broker refuses. */
    String refused(String... typed) {
        return failed(1, typed);
    }

    /** What a command complains about that is called in a wrong way. */
    String misused(String... typed) {
        return failed(2, typed);
    }

    private String failed(int expectedCode, String... typed) {
        FakeTerminal terminal = terminal();
        int code = new Shell(terminal).run(typed);
        assertThat(terminal.printed()).isEmpty();
        assertThat(code).as(terminal.complained()).isEqualTo(expectedCode);
        return terminal.complained();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        client.close();
        broker.close();
    }
}
