package io.fila.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.client.Deliveries;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.embedded.VirtualFila;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(FilaExtension.class)
final class ThrottleTest {
    @Test
    void twoMailsASecondLeave(VirtualFila fila, FilaClient client) throws Exception {
        client.admin().createQueue("mail");
        client.admin().setConfig("throttle.smtp", "2,1");
        for (int n = 0; n < 10; n++) {
            client.enqueue("mail", Outgoing.of("mail " + n).withThrottleKeys(List.of("smtp")));
        }
        try (Deliveries mail = client.consume("mail")) {
            fila.advance(Duration.ZERO);
            assertThat(arrived(mail)).isEqualTo(1);

            for (int second = 0; second < 4; second++) {
                fila.advance(Duration.ofSeconds(1));
                assertThat(arrived(mail)).isEqualTo(2);
            }

            fila.advance(Duration.ofSeconds(1));
            assertThat(arrived(mail)).isEqualTo(1);
        }
    }

    private static int arrived(Deliveries deliveries) throws InterruptedException {
        int count = 0;
        while (deliveries.poll(Duration.ZERO) != null) {
            count++;
        }
        return count;
    }
}
