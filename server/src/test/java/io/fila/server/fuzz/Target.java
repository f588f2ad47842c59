package io.fila.server.fuzz;

import java.util.List;

/** Something that reads what others wrote. */
interface Target {
    /** Inputs that it takes, as a beginning. */
    List<byte[]> corpus();

    /** Reads an input; whatever it throws is a finding. True if the input was right. */
    boolean read(byte[] input) throws Exception;
}
