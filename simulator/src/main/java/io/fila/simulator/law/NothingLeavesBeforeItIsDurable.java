package io.fila.simulator.law;

/** Nobody hears of what a crash could take back. */
final class NothingLeavesBeforeItIsDurable extends Law {
    NothingLeavesBeforeItIsDurable() {
        super("Nothing leaves before its own turn is durable.");
    }

    @Override
    protected void leaks(String what) {
        require(false, () -> what);
    }
}
