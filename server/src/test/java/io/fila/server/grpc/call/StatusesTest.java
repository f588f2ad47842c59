package io.fila.server.grpc.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.reply.Refusal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sentences of refusals as headers. */
final class StatusesTest {
    @ParameterizedTest
    @ValueSource(strings = {"x", "%", "\n", "ü", "ключ", "€", "🎈", "a🎈"})
    void sentenceThatQuotesALongTextIsCutToWhatAHeaderHolds(String text) {
        Refusal refusal = Refusal.invalid("Expected less than \"" + text.repeat(10_000) + "\"; send less.");

        String sentence = String.valueOf(Statuses.status(refusal).getDescription());

        assertThat(sentence).endsWith("…");
        assertThat(refusal.sentence()).startsWith(sentence.substring(0, sentence.length() - 1));
        assertThat(Character.isHighSurrogate(sentence.charAt(sentence.length() - 2)))
                .isFalse();
        assertThat(headerBytes(sentence)).isBetween(Statuses.SENTENCE_BYTES - 100, Statuses.SENTENCE_BYTES);
        assertThat(Statuses.encoded(refusal).sentence()).isEqualTo(sentence);
    }

    @Test
    void sentenceOfUsualLengthIsWhole() {
        String sentence = "Expected \"" + "ключ".repeat(30) + "\" in queue " + "q".repeat(255) + "; try again.";

        assertThat(Statuses.status(Refusal.notFound(sentence)).getDescription()).isEqualTo(sentence);
        assertThat(Statuses.encoded(Refusal.notFound(sentence)).sentence()).isEqualTo(sentence);
    }

    /** Bytes of the text as gRPC escapes it: what is no printable ASCII, and the escape itself, three for each of its bytes. */
    private static int headerBytes(String text) {
        int bytes = 0;
        for (byte part : text.getBytes(StandardCharsets.UTF_8)) {
            bytes += part >= ' ' && part <= '~' && part != '%' ? 1 : 3;
        }
        return bytes;
    }
}
