/** What a scheduling decision, and a delivery around it, cost inside the core. */
@NullMarked
package io.fila.benchmarks.core;

import org.jspecify.annotations.NullMarked;
