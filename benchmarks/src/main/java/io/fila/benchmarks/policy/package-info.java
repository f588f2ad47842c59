/** What the policy of one queue costs the others. */
@NullMarked
package io.fila.benchmarks.policy;

import org.jspecify.annotations.NullMarked;
