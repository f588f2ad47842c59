package io.fila.server;

import java.io.IOException;
import java.util.Locale;

/** Explains why a port cannot be opened; the system gives only a number and the name of a call. */
final class BindFault {
    private BindFault() {}

    /** The rest of a sentence that ends with "but"; the option is what chooses the address. */
    static String explain(IOException refused, String option) {
        Throwable cause = refused.getCause() == null ? refused : refused.getCause();
        String said = String.valueOf(cause.getMessage());
        String known = said.toLowerCase(Locale.ROOT);
        if (known.contains("in use")) {
            return "it is in use; stop the program that listens there, or choose another address with " + option + ".";
        }
        if (known.contains("permission denied")) {
            return "this user may not; choose a port from 1024 on with " + option + ", or grant CAP_NET_BIND_SERVICE.";
        }
        if (known.contains("cannot assign") || known.contains("can't assign")) {
            return "this machine has no such address; choose one that it has with " + option + ".";
        }
        return "the system refused: " + said + ". Choose another address with " + option + ".";
    }
}
