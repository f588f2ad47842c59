package io.fila.core.tape;

import io.fila.core.message.Place;

/** Why a message moves from one place to another. Each cause allows certain moves and no others. */
public enum Cause {
    /** A producer sent it. */
    ACCEPTED,

    /** It became due. */
    CAME_DUE,

    /** The scheduler chose it for a consumer. */
    LEASED,

    /** Its consumer asked for more time. */
    EXTENDED,

    /** Its consumer acked it. */
    ACKED,

    /** Its consumer failed, and it is retried. */
    NACKED,

    /** Its lease expired, and it is retried. */
    LEASE_EXPIRED,

    /** It became a dead letter, after it failed or because its queue's script could not run. */
    DEAD_LETTERED,

    /** An operator redrove it to its source queue. */
    REDRIVEN,

    /** An operator moved it to another queue. */
    MOVED,

    /** Its producer cancelled it. */
    CANCELLED,

    /** An operator deleted it. */
    PURGED,

    /** It waited longer than it may live. */
    EXPIRED,

    /** It was the oldest in a full queue when another came. */
    CROWDED_OUT,

    /** Its stored bytes are damaged. */
    QUARANTINED;

    /** The table of legal transitions: whether it may lead from the one place to the other. */
    public boolean leads(Place from, Place to) {
        return switch (this) {
            case ACCEPTED -> isNowhere(from) && isWaiting(to);
            case CAME_DUE -> from instanceof Place.Scheduled && to instanceof Place.Ready;
            case LEASED -> from instanceof Place.Ready && to instanceof Place.Leased;
            case EXTENDED -> from instanceof Place.Leased && to instanceof Place.Leased;
            case ACKED -> from instanceof Place.Leased && isNowhere(to);
            case NACKED, LEASE_EXPIRED -> from instanceof Place.Leased && isWaiting(to);
            case DEAD_LETTERED -> (from instanceof Place.Leased || isNowhere(from)) && to instanceof Place.Ready;
            case REDRIVEN -> from instanceof Place.Ready && to instanceof Place.Ready;
            case MOVED -> isWaiting(from) && isWaiting(to);
            case CANCELLED, PURGED -> isWaiting(from) && isNowhere(to);
            case EXPIRED, CROWDED_OUT -> from instanceof Place.Ready && isNowhere(to);
            case QUARANTINED -> from instanceof Place.Leased && to instanceof Place.Quarantined;
        };
    }

    private static boolean isNowhere(Place place) {
        return place instanceof Place.Nowhere;
    }

    private static boolean isWaiting(Place place) {
        return place instanceof Place.Ready || place instanceof Place.Scheduled;
    }
}
