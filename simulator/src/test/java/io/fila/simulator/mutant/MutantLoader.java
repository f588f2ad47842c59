package io.fila.simulator.mutant;

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
            byte[] bytes = name.equals(changedClass) ? changedBytes : Agent.original(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
