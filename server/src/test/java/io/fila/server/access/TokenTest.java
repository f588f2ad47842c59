package io.fila.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TokenTest {
    @Test
    void tokenNamesItsKeyAndIsRecognisable() {
        String id = Token.newId();
        String token = Token.make(id);

        assertThat(token).startsWith("fila_").doesNotContain(":").hasSize(65);
        assertThat(Token.keyId(token)).isEqualTo(id);
        assertThat(Token.digest(token)).hasSize(64).isNotEqualTo(Token.digest(Token.make(id)));
    }

    @Test
    void tokensDiffer() {
        Set<String> made = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            made.add(Token.make("0123456789abcdef"));
        }
        assertThat(made).hasSize(1000);
    }

    @Test
    void whatIsNoTokenHasNoKey() {
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "fila_" : "");
            for (int left = random.nextInt(70); left > 0; left--) {
                text.append((char) random.nextInt(random.nextBoolean() ? 128 : 0x1_0000));
            }
            String keyId = Token.keyId(text.toString());
            assertThat(keyId == null || text.length() == 65).as("seed %d", seed).isTrue();
        }
    }
}
