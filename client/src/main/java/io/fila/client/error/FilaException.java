package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/**
 * A call failed: the broker refused it, or could not be reached. Each kind is a subclass; the message is a sentence for people.
 */
public abstract sealed class FilaException extends RuntimeException
        permits ApiKeyNotFound,
                BrokerFailure,
                CallCancelled,
                CallTimedOut,
                ConfigKeyNotFound,
                InvalidRequest,
                LeaseLost,
                MessageNotFound,
                NotSupported,
                PermissionDenied,
                PreconditionFailed,
                ProducerFull,
                QueueAlreadyExists,
                QueueFull,
                QueueNotFound,
                Unauthenticated,
                Unavailable,
                Unconfirmed {
    private static final long serialVersionUID = 1;

    FilaException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
