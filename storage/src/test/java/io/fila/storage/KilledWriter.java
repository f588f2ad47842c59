package io.fila.storage;

import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.QueueCreated;
import io.fila.storage.log.Device;
import io.fila.storage.log.ForgetfulDevice;
import io.fila.storage.rocks.Gathering;
import java.nio.file.Path;
import java.util.List;

/** A program that commits without end and prints the number of each commit once it is confirmed; it is made to be killed. */
final class KilledWriter {
    static final String KEY = "tenant";

    /** Writes to a log that has what was synced, and as good as nothing of what was not. */
    static final String FORGETFUL = "forgetful";

    static final String DISK = "disk";

    /** The log is applied, and its files are used again, many times between two kills. */
    private static final StorageSettings SMALL = new StorageSettings(Durability.OS, 0, 1 << 20, 1 << 20);

    private static final ConfigChanged FILLER = new ConfigChanged("filler", "x".repeat(10_000));

    private KilledWriter() {}

    public static void main(String[] args) {
        long number = Long.parseLong(args[1]);
        Device device = args[3].equals(FORGETFUL) ? new ForgetfulDevice(number) : Device.DISK;
        StorageSettings settings = SMALL.with(Durability.valueOf(args[2]));
        Gathering gathering = Gathering.of(settings.allowance());
        try (RocksStore store = RocksStore.open(Path.of(args[0]), settings, device, gathering, report -> {
            throw new AssertionError(report);
        })) {
            store.commit(
                    List.of(new QueueCreated(SampleData.QUEUE, new QueueName("orders"), QueueConfig.DEFAULT, false)));
            while (true) {
                store.commit(List.of(FILLER, new LaneChanged(SampleData.QUEUE, KEY, "", 1, 1, number)));
                System.out.println(number++);
            }
        }
    }
}
