package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.ratis.util.Preconditions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a process in which a thread ends with an exception. */
final class UncaughtExceptionsTest {
    private final List<Throwable> told = new CopyOnWriteArrayList<>();
    private final Consumer<Throwable> node = told::add;

    @BeforeEach
    void openNode() {
        UncaughtExceptions.tell(node);
    }

    @AfterEach
    void closeNode() {
        UncaughtExceptions.forget(node);
    }

    private static void runAlone(Runnable work) throws InterruptedException {
        Thread thread = new Thread(work, "somebody");
        thread.start();
        assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
    }

    @Test
    void oneOfTheEngineEndsTheNode() throws InterruptedException {
        runAlone(() -> Preconditions.assertTrue(false, "on purpose"));

        assertThat(told).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void oneOfAnybodyElseDoesNot() throws InterruptedException {
        runAlone(() -> {
            throw new IllegalStateException("on purpose");
        });

        assertThat(told).isEmpty();
    }

    @Test
    void aNodeThatIsClosedIsNotTold() throws InterruptedException {
        UncaughtExceptions.forget(node);

        runAlone(() -> Preconditions.assertTrue(false, "on purpose"));

        assertThat(told).isEmpty();
    }
}
