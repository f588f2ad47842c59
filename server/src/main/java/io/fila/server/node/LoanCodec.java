package io.fila.server.node;

import io.fila.core.throttle.Loan;
import java.nio.ByteBuffer;

/** How a {@link Loan} goes from node to node. */
final class LoanCodec {
    private LoanCodec() {}

    static byte[] encode(Loan loan) {
        return ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
                .putInt(loan.tokens())
                .putLong(loan.nextInNanos())
                .array();
    }

    static Loan decode(byte[] encoded) {
        ByteBuffer bytes = ByteBuffer.wrap(encoded);
        return new Loan(bytes.getInt(), bytes.getLong());
    }
}
