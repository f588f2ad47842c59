package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.SmallDisk;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine whose power is cut: what its disk was not told to keep is gone. */
@Tag("long")
class PowerCutIT {
    private static final int ROUNDS = 4;
    private static final int MESSAGES = 50;
    private static final int DISK_MEGABYTES = 1_024;

    @TempDir
    Path directory;

    /** The first time the directory is as new as the messages. */
    @Test
    void whatWasConfirmedIsThereWhenThePowerIsBack() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory, DISK_MEGABYTES);
                BrokerProcess broker = BrokerProcess.in(disk.directory())
                        .with("storage.min_free_bytes", 64 << 20)
                        .start();
                PlainClient client = PlainClient.of(broker.address())) {
            client.createQueue("orders");
            List<String> confirmed = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < MESSAGES; i++) {
                    confirmed.add(client.enqueue("orders", "m" + i));
                }
                broker.freeze();
                disk.cutPower();
                broker.kill();
                disk.restorePower();
                broker.start();
                client.reconnect();
            }

            List<String> stored = new ArrayList<>();
            try (PlainStream stream = client.consume("orders")) {
                stream.next(confirmed.size()).forEach(message -> stored.add(message.getId()));
            }
            assertThat(stored).containsExactlyElementsOf(confirmed);
        }
    }
}
