package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.client.example.FirstOrders;
import io.fila.client.fake.FakeBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The page about the client says what compiles and works. */
final class JavaPageTest {
    private static final Path PAGE = Path.of("..", "docs", "java.md");
    private static final Path EXAMPLE =
            Path.of("src", "test", "java", "io", "fila", "client", "example", "FirstOrders.java");

    @Test
    void thePageOpensWithTheExample() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf("```java\n") + "```java\n".length();

        assertThat(page.substring(begin, page.indexOf("```", begin)))
                .as("the first block of %s, which is a copy of what is between the marks in %s", PAGE, EXAMPLE)
                .isEqualTo(example());
    }

    @Test
    void theExampleProducesAndConsumes() {
        try (FakeBroker broker = FakeBroker.start()) {
            CompletableFuture<?> closingTime = new CompletableFuture<>();
            CompletableFuture<Void> shop =
                    CompletableFuture.runAsync(() -> FirstOrders.run(broker.address(), closingTime));
            await().until(() ->
                    broker.requests().size() == 2 && broker.pending("orders") == 0 && broker.leased("orders") == 0);

            closingTime.complete(null);

            shop.join();
        }
    }

    @Test
    void everyErrorTypeIsOnThePage() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains(List.of(io.fila.client.error.FilaException.class.getPermittedSubclasses()).stream()
                        .map(type -> "`" + type.getSimpleName() + "`")
                        .toList());
    }

    private static String example() throws IOException {
        String source = Files.readString(EXAMPLE);
        int begin = source.indexOf("// begin\n") + "// begin\n".length();
        // Without the last line break, which would count as a line without indent.
        return source.substring(begin, source.indexOf("\n        // end")).stripIndent() + "\n";
    }
}
