/** The calls of operators: queues, settings, keys, statistics, explanations, backups. */
@NullMarked
package io.fila.server.grpc.admin;

import org.jspecify.annotations.NullMarked;
