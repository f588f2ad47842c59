/** What is written down about calls that change something: who asked, about what, and how it ended. */
@NullMarked
package io.fila.server.grpc.audit;

import org.jspecify.annotations.NullMarked;
