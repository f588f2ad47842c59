package io.fila.cli.session;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;

/** The environment of the program: its streams, its variables, and the user's request to stop. */
public interface Terminal {
    InputStream in();

    PrintStream out();

    PrintStream err();

    Map<String, String> environment();

    /** Whether a person looks, not a program. */
    boolean isInteractive();

    /** How large it is now; its user may change that at any time. */
    ScreenSize size();

    /** Has {@code stop} run when the user asks the program to end; it makes the command return, which ends the run. */
    void onInterrupt(Runnable stop);
}
