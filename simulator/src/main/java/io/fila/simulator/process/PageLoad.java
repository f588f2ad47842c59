package io.fila.simulator.process;

import io.fila.core.journal.Errand;

/** A page of heads that the broker sent for and that has not come back yet. */
public record PageLoad(Errand.LoadPage errand) {}
