package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** A call that the broker refused or that did not reach it; each kind is a subclass, its message a sentence for people. */
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
