package io.fila.server.grpc.admin;

import io.fila.core.reply.Refusal;
import io.fila.proto.v1.BackupRequest;
import io.fila.proto.v1.BackupResponse;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.server.grpc.access.ServiceAssembly;
import io.fila.server.grpc.call.UnaryCall;
import io.fila.server.host.BackupException;
import io.fila.server.host.BackupSize;
import io.fila.server.host.BrokerHost;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Makes backups for operators, off the connections' event loops. */
final class BackupCalls {
    private final BrokerHost host;

    BackupCalls(BrokerHost host) {
        this.host = host;
    }

    void addTo(ServiceAssembly service) {
        service.unary(FilaAdminGrpc.getBackupMethod(), BackupRequest.parser(), this::backUp);
    }

    private void backUp(BackupRequest request, UnaryCall<BackupResponse> call) {
        Path directory = absolute(request.getDirectory());
        if (directory == null) {
            call.refuse(Refusal.invalid("Expected an absolute path on the broker's machine but found \""
                    + request.getDirectory() + "\"; name a new directory for the backup."));
            return;
        }
        try {
            host.readers().execute(() -> call.guard(() -> backUp(directory, call)));
        } catch (RejectedExecutionException stopping) {
            call.refuse(Refusal.unavailable("The broker is stopping; connect again later."));
        }
    }

    private void backUp(Path directory, UnaryCall<BackupResponse> call) {
        try {
            BackupSize made = host.backUp(directory);
            call.answer(BackupResponse.newBuilder()
                    .setBytes(made.bytes())
                    .setFiles(made.files())
                    .build());
        } catch (BackupException refused) {
            call.refuse(Refusal.failedPrecondition(String.valueOf(refused.getMessage())));
        }
    }

    private static @Nullable Path absolute(String text) {
        try {
            Path path = Path.of(text);
            return path.isAbsolute() ? path.normalize() : null;
        } catch (InvalidPathException none) {
            return null;
        }
    }
}
