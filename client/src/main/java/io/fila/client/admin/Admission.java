package io.fila.client.admin;

/**
 * From a fill level on, each enqueue needs a token.
 *
 * @param fromFillPercent the fill, in percent of the greatest depth, from which tokens are needed: 1 to 100
 * @param ratePerSecond tokens that flow in each second
 * @param burst tokens there are at most; at least 1
 */
public record Admission(int fromFillPercent, double ratePerSecond, double burst) {
    /** Takes a limit away from a queue that has one. */
    public static final Admission NONE = new Admission(0, 0, 0);
}
