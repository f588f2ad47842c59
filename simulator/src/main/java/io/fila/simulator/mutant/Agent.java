package io.fila.simulator.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes classes of a running process in place, so that everything else in it stays compiled and fast. */
public final class Agent {
    private static @Nullable Instrumentation instrumentation;

    private Agent() {}

    /** Called by the JVM before {@code main}. */
    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
    }

    static void redefine(String className, byte[] bytes) throws ClassNotFoundException, UnmodifiableClassException {
        Objects.requireNonNull(instrumentation, "Expected -javaagent:fila-simulator.jar but the process has no agent")
                .redefineClasses(new ClassDefinition(Class.forName(className), bytes));
    }

    /** A class as it was compiled. */
    static byte[] original(String className) throws ClassNotFoundException {
        ClassLoader loader = Agent.class.getClassLoader();
        try (@Nullable InputStream file = loader.getResourceAsStream(className.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(className);
            }
            return file.readAllBytes();
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(className, unreadable);
        }
    }
}
