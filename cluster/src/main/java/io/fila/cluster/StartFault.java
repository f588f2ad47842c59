package io.fila.cluster;

import io.fila.storage.rocks.StorageException;
import java.net.BindException;
import java.nio.file.Path;

/** Why a node can't begin, as a sentence for the operator. */
final class StartFault {
    /** What the engine says of an address that it can't have. */
    private static final String BIND = "Failed to bind";

    private StartFault() {}

    static RuntimeException of(Exception failure, ClusterSettings settings, Path directory) {
        Throwable first = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClusterException || cause instanceof StorageException) {
                return (RuntimeException) cause;
            }
            if (cause instanceof BindException
                    || String.valueOf(cause.getMessage()).startsWith(BIND)) {
                return new ClusterException(
                        "Expected to listen for other nodes on " + settings.bind() + " but could not: "
                                + cause.getMessage() + "; check cluster.bind_addr.",
                        failure);
            }
            first = cause;
        }
        return new ClusterException(
                "Expected to continue with the files in " + directory + " but could not: " + first
                        + "; check the disk. If files are damaged, move this node's data directory away and start it again:"
                        + " it fetches everything from the other nodes.",
                failure);
    }
}
