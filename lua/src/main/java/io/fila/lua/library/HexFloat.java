package io.fila.lua.library;

/** Finite floats in hexadecimal, as C's {@code %a} prints them. */
final class HexFloat {
    private static final int MANTISSA_BITS = 52;
    private static final int MANTISSA_DIGITS = 13;

    private HexFloat() {}

    /** With so many digits after the point, or as many as it takes when negative. */
    static String text(double number, int precision) {
        long bits = Double.doubleToRawLongBits(number);
        String sign = bits < 0 ? "-" : "";
        int exponent = (int) ((bits >>> MANTISSA_BITS) & 0x7FF);
        long mantissa = bits & ((1L << MANTISSA_BITS) - 1);
        long lead = exponent == 0 ? 0 : 1;
        if (exponent == 0 && mantissa == 0) {
            return sign + "0x0" + (precision > 0 ? "." + "0".repeat(precision) : "") + "p+0";
        }
        int power = exponent == 0 ? -1022 : exponent - 1023;
        int digits = MANTISSA_DIGITS;
        if (precision >= 0 && precision < MANTISSA_DIGITS) {
            int dropped = 4 * (MANTISSA_DIGITS - precision);
            long whole = (lead << MANTISSA_BITS) | mantissa;
            long rest = whole & ((1L << dropped) - 1);
            long half = 1L << (dropped - 1);
            whole >>>= dropped;
            if (rest > half || (rest == half && (whole & 1) == 1)) {
                whole++;
            }
            digits = precision;
            lead = whole >>> (4 * digits);
            mantissa = whole & ((1L << (4 * digits)) - 1);
        }
        String fraction = digits == 0 ? "" : padded(Long.toHexString(mantissa), digits);
        if (precision < 0) {
            fraction = withoutTrailingZeros(fraction);
        } else if (precision > MANTISSA_DIGITS) {
            fraction += "0".repeat(precision - MANTISSA_DIGITS);
        }
        String point = fraction.isEmpty() ? "" : ".";
        return sign + "0x" + lead + point + fraction + "p" + (power < 0 ? "-" : "+") + Math.abs(power);
    }

    private static String padded(String digits, int length) {
        return "0".repeat(length - digits.length()) + digits;
    }

    private static String withoutTrailingZeros(String digits) {
        int end = digits.length();
        while (end > 0 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(0, end);
    }
}
