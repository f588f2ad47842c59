package io.fila.retracker.udp;

/** The numbers of BEP 15, which a client and a tracker share. */
public final class Action {
    /** What a connect request begins with. */
    public static final long PROTOCOL_ID = 0x417_2710_1980L;

    public static final int CONNECT = 0;
    public static final int ANNOUNCE = 1;
    public static final int SCRAPE = 2;
    public static final int ERROR = 3;

    private Action() {}
}
