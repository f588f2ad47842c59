/** What can happen to the machines of a cluster, and a test that lets it happen. */
@NullMarked
package io.fila.e2e.fault;

import org.jspecify.annotations.NullMarked;
