package io.fila.simulator.mutant;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Loads the broker and the simulator once more, with one class of the broker changed. */
final class MutantLoader extends ClassLoader {
    private static final String OURS = "io.fila.";

    private final String changedClass;
    private final byte[] changedBytes;

    MutantLoader(ClassLoader parent, String changedClass, byte[] changedBytes) {
        super(parent);
        this.changedClass = changedClass;
        this.changedBytes = changedBytes;
    }

    static byte[] bytes(ClassLoader loader, String className) throws ClassNotFoundException {
        try (@Nullable InputStream file = loader.getResourceAsStream(className.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(className);
            }
            return file.readAllBytes();
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(className, unreadable);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] bytes = name.equals(changedClass) ? changedBytes : bytes(getParent(), name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
