package io.fila.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MessageIdTest {
    @Test
    void textAndIdAreTwoFormsOfOneThing() {
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            MessageId id = new MessageId(random.nextLong(), random.nextLong());

            assertThat(MessageId.parse(id.toString())).contains(id);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1-2-3-4-5",
                "0192f3c4-9a1b-7c2d-8e3f-00000000000",
                "0192f3c4-9a1b-7c2d-8e3f-00000000000g",
                "0192f3c49a1b7c2d8e3f000000000000----",
                "{192f3c4-9a1b-7c2d-8e3f-00000000000}"
            })
    void anythingButTheCanonicalTextIsRefused(String text) {
        assertThat(MessageId.parse(text)).isEmpty();
    }
}
