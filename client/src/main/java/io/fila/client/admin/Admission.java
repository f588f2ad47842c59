package io.fila.client.admin;

/**
 * Above a fill level, each enqueue needs a token.
 *
 * @param fromFillPercent the fill level, in percent of the maximum depth, above which tokens are needed: 1 to 100
 * @param ratePerSecond tokens added per second
 * @param burst the most tokens the bucket holds; at least 1
 */
public record Admission(int fromFillPercent, double ratePerSecond, double burst) {
    /** Removes the limit of a queue. */
    public static final Admission NONE = new Admission(0, 0, 0);
}
