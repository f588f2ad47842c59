package io.fila.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.client.Deliveries;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Receipt;
import io.fila.client.admin.QueueConfig;
import io.fila.embedded.VirtualFila;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(FilaExtension.class)
final class ReminderTest {
    private static final Outgoing TOMORROW = Outgoing.of("your table is booked")
            .withDelay(Duration.ofDays(1))
            .withDedupKey("booking 7")
            .withTtl(Duration.ofHours(2));

    @Test
    void reminderComesOnceAndOnTime(VirtualFila fila, FilaClient client) throws Exception {
        client.admin().createQueue("reminders", QueueConfig.DEFAULT.withDedupWindow(Duration.ofMinutes(10)));
        Receipt first = client.enqueue("reminders", TOMORROW);
        assertThat(client.enqueue("reminders", TOMORROW)).isEqualTo(new Receipt(first.id(), true, false));
        try (Deliveries reminders = client.consume("reminders")) {
            fila.advance(Duration.ofDays(1).minusMillis(1));
            assertThat(reminders.poll(Duration.ZERO)).isNull();

            fila.advance(Duration.ofMillis(1));
            Objects.requireNonNull(reminders.poll(Duration.ZERO)).ack();
        }

        assertThat(client.enqueue("reminders", TOMORROW).duplicate())
                .as("a duplicate within the window after the ack")
                .isTrue();
        fila.advance(Duration.ofMinutes(11));
        assertThat(client.enqueue("reminders", TOMORROW).stored()).isTrue();
    }

    @Test
    void reminderThatNobodyTookInTimeIsDropped(VirtualFila fila, FilaClient client) throws Exception {
        client.admin().createQueue("reminders");
        client.enqueue("reminders", TOMORROW);

        fila.advance(Duration.ofDays(1).plusHours(2));

        assertThat(client.admin().stats("reminders").expired()).isEqualTo(1);
        try (Deliveries reminders = client.consume("reminders")) {
            fila.advance(Duration.ZERO);
            assertThat(reminders.poll(Duration.ZERO)).isNull();
        }
    }
}
