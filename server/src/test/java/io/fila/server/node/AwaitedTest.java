package io.fila.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.command.Command;
import io.fila.server.config.Config;
import io.fila.server.config.ConfigSources;
import io.fila.server.config.ConfigSources.Flags;
import io.fila.server.host.BrokerHost;
import io.fila.server.wire.EncodedContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class AwaitedTest {
    @TempDir
    Path directory;

    @Test
    void aBrokerAnswers() throws Exception {
        try (BrokerHost host = open()) {
            assertThat(Awaited.<Integer>of(host, reply -> new Command.FindPlace("orders", reply))
                            .orThrow())
                    .isNegative();
        }
    }

    /** A broker ends with its term, and whoever asked it must ask the next. */
    @Test
    @Timeout(value = 4, unit = TimeUnit.SECONDS)
    void nobodyWaitsForABrokerThatHasEnded() throws Exception {
        BrokerHost host = open();
        host.close();

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> Awaited.<Integer>of(host, reply -> new Command.FindPlace("orders", reply)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ended");
        }
    }

    private BrokerHost open() throws Exception {
        Config config = ConfigSources.read(
                        new Flags(null, null, directory.resolve("data").toString()),
                        Map.of("FILA_STORAGE__MIN_FREE_BYTES", "0"),
                        directory)
                .config();
        return BrokerHost.open(config, EncodedContent::of, failure -> {});
    }
}
