package io.fila.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonTest {

    @Test
    void membersComeInTheOrderInWhichTheyWerePut() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("b", "2");
        headers.put("a", "1");

        assertThat(new Json()
                        .put("text", "coffee")
                        .put("count", -3L)
                        .put("rate", 2.5)
                        .put("hot", true)
                        .put("headers", headers)
                        .putStrings("keys", List.of("x", "y"))
                        .putObjects("rows", List.of(1L, 2L), n -> new Json().put("n", n)))
                .hasToString("{\"text\":\"coffee\",\"count\":-3,\"rate\":2.5,\"hot\":true,"
                        + "\"headers\":{\"b\":\"2\",\"a\":\"1\"},\"keys\":[\"x\",\"y\"],"
                        + "\"rows\":[{\"n\":1},{\"n\":2}]}");
    }

    @Test
    void nothingIsSomething() {
        assertThat(new Json()).hasToString("{}");
        assertThat(new Json().putStrings("keys", List.of()).put("headers", Map.of()))
                .hasToString("{\"keys\":[],\"headers\":{}}");
    }

    @Test
    void textIsEscapedAsTheStandardWants() {
        assertThat(new Json().put("a\"b", "\"\\\n\r\t\b\u0000\u001f\u007f é 🦆"))
                .hasToString("{\"a\\\"b\":\"\\\"\\\\\\n\\r\\t\\u0008\\u0000\\u001f\\u007f é 🦆\"}");
    }

    @Test
    void whatIsNoNumberIsNull() {
        assertThat(new Json().put("a", Double.NaN).put("b", Double.POSITIVE_INFINITY))
                .hasToString("{\"a\":null,\"b\":null}");
    }
}
