package io.fila.testing;

import io.fila.client.FilaClient;
import io.fila.embedded.VirtualFila;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives every test its own in-memory broker with a clock the test controls, as a parameter of type {@link VirtualFila} or
 * {@link FilaClient}. A broker requested by {@code @BeforeAll} is shared by the tests of the class.
 *
 * <pre>{@code
 * @ExtendWith(FilaExtension.class)
 * class RetryTest {
 *     @Test
 *     void failedOrderIsTriedAgain(VirtualFila fila, FilaClient client) {
 *         ...
 *         fila.advance(Duration.ofHours(3));
 *         ...
 *     }
 * }
 * }</pre>
 *
 * <p>To change settings: {@code @RegisterExtension FilaExtension fila = new FilaExtension().with(key, value)}.
 */
public final class FilaExtension implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(FilaExtension.class);

    private final SortedMap<String, String> settings;

    public FilaExtension() {
        this(Collections.emptySortedMap());
    }

    private FilaExtension(SortedMap<String, String> settings) {
        this.settings = settings;
    }

    /** Sets a key of {@code fila.toml} for its brokers. */
    public FilaExtension with(String key, String value) {
        SortedMap<String, String> more = new TreeMap<>(settings);
        more.put(key, value);
        return new FilaExtension(more);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        Class<?> type = parameter.getParameter().getType();
        return type == VirtualFila.class || type == FilaClient.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        VirtualFila fila = test.getStore(NAMESPACE)
                .computeIfAbsent(VirtualFila.class, key -> VirtualFila.start(settings), VirtualFila.class);
        return parameter.getParameter().getType() == FilaClient.class ? fila.client() : fila;
    }

    /** A broker asked for by the constructor of a test is that of its method. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }
}
