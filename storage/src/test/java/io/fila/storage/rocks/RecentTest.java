package io.fila.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Values that are read from the log while it is given back. */
final class RecentTest {
    private static final byte[] KEY = {0, 0, 0, 0, 0, 0, 0, 1, 7};

    private final Recent recent = new Recent();

    /** A file that goes away when somebody wants to read it. */
    private record Gone(Runnable meanwhile) implements ReadAhead.Source {
        @Override
        public Path file() {
            return Path.of("gone");
        }

        @Override
        public void read(ByteBuffer into, long at) throws IOException {
            meanwhile.run();
            throw new NoSuchFileException("gone");
        }
    }

    private void put(Runnable meanwhile) {
        Stored value = new Stored.Located(new Gone(meanwhile), 0, 3);
        recent.add(Applied.local(1), 3, turn -> turn.put(Family.BODIES, KEY, value, true));
    }

    private void apply() {
        boolean _ = recent.freeze(Integer.MAX_VALUE);
        Memtable _ = recent.settleNext();
        recent.setApplied();
        recent.drop();
    }

    @Test
    void whatIsAppliedWhileItIsReadIsLeftToRocksDb() {
        put(this::apply);

        assertThat(recent.find(Family.BODIES, KEY)).isNull();
    }

    @Test
    void whatCannotBeReadAndIsNowhereElseIsAFailure() {
        put(() -> {});

        assertThatThrownBy(() -> recent.find(Family.BODIES, KEY)).isInstanceOf(StorageException.class);
    }
}
