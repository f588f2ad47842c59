package io.fila.storage;

/** How safe a turn's records are before its answers go out. */
public enum Durability {
    /** On the disk, with one sync for the whole turn: they survive a power cut. */
    GROUP,
    /** With the operating system: they survive the death of the process, but not a power cut. */
    OS
}
