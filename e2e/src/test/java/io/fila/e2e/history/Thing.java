package io.fila.e2e.history;

import io.fila.e2e.history.Call.Kind;
import io.fila.e2e.wire.PlainClient;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.function.Supplier;

/** Something that clients of a broker change and read. */
interface Thing {
    String name();

    /** What can be asked about it; what is here twice is asked twice as often. */
    List<Kind> kinds();

    /** Its value; empty if it is not there. */
    String read(PlainClient client);

    /** Carries out a call that is not for reading. */
    void change(PlainClient client, Kind kind, String value);

    /** What is read; empty if the broker says that nothing is there. */
    static String valueOrNothing(Supplier<String> read) {
        try {
            return read.get();
        } catch (StatusRuntimeException failure) {
            if (failure.getStatus().getCode() == Status.Code.NOT_FOUND) {
                return "";
            }
            throw failure;
        }
    }
}
