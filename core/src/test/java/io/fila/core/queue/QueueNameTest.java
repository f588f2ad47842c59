package io.fila.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class QueueNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"orders", "a", "payments.eu-west.v2", "Bestellungen für heute", "注文", "🚀", "orders.dlq"})
    void printableTextIsAName(String text) {
        assertThat(QueueName.objection(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "tab\there", "new\nline", "nul\0", "bell\u0007", "\u200Bzero width", "lone \uD800 half"})
    void emptyOrUnprintableTextIsNot(String text) {
        assertThat(QueueName.objection(text)).isNotNull();
    }

    @Test
    void lengthIsCountedInBytesOfUtf8() {
        assertThat(QueueName.objection("x".repeat(255))).isNull();
        assertThat(Objects.requireNonNull(QueueName.objection("x".repeat(256))).sentence())
                .contains("255", "256");
        assertThat(QueueName.objection("é".repeat(127))).isNull();
        assertThat(QueueName.objection("é".repeat(128))).isNotNull();
    }

    @Test
    void deadLetterQueueIsNamedAfterItsSource() {
        assertThat(new QueueName("orders").deadLetter()).isEqualTo(new QueueName("orders.dlq"));
        assertThat(new QueueName("orders.dlq").isDeadLetter()).isTrue();
        assertThat(new QueueName("orders").isDeadLetter()).isFalse();
    }
}
