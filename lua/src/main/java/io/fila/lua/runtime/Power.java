package io.fila.lua.runtime;

/**
 * The operator {@code ^}, rounded as well as C's {@code pow} rounds it. Java's own may be off by the last bit; small whole
 * exponents are therefore computed with pairs of floats, the second holding what the first cannot.
 */
final class Power {
    private static final int MAX_WHOLE_EXPONENT = 64;
    private static final double SMALLEST_SAFE = 0x1p-900;
    private static final double LARGEST_SAFE = 0x1p900;

    private Power() {}

    static double of(double a, double b) {
        if (b == 2) {
            return a * a;
        }
        if (b == 0.5 && a > 0) {
            return Math.sqrt(a);
        }
        // C's pow gives 1 where Java's gives not-a-number.
        if (a == 1 || (a == -1 && Double.isInfinite(b))) {
            return 1;
        }
        double rough = Math.pow(a, b);
        double size = Math.abs(rough);
        boolean isWhole = b == Math.rint(b) && Math.abs(b) <= MAX_WHOLE_EXPONENT;
        return isWhole && size > SMALLEST_SAFE && size < LARGEST_SAFE ? whole(a, (int) b) : rough;
    }

    /** By repeated squaring; the result is far from both ends of the range. */
    private static double whole(double a, int exponent) {
        double high = 1;
        double low = 0;
        double squareHigh = a;
        double squareLow = 0;
        for (int left = Math.abs(exponent); left > 0; left >>= 1) {
            if ((left & 1) == 1) {
                double product = high * squareHigh;
                low = Math.fma(high, squareHigh, -product) + (high * squareLow + low * squareHigh);
                high = product + low;
                low -= high - product;
            }
            double square = squareHigh * squareHigh;
            squareLow = Math.fma(squareHigh, squareHigh, -square) + 2 * squareHigh * squareLow;
            squareHigh = square + squareLow;
            squareLow -= squareHigh - square;
        }
        if (exponent >= 0) {
            return high;
        }
        double quotient = 1 / high;
        return quotient + quotient * (Math.fma(-quotient, high, 1) - quotient * low);
    }
}
