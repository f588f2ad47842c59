package io.fila.core.gauge;

/** A consumer: how many messages it holds, may hold at once, and has asked for beyond those it got. */
public record ConsumerGauge(long id, int held, int window, long credit) {}
