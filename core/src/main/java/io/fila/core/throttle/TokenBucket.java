package io.fila.core.throttle;

import java.math.BigInteger;

/**
 * A token bucket: it refills at a steady rate up to its burst. The refill is computed on demand from the elapsed time, in
 * integers: a token is divided into units such that each nanosecond adds a whole number of them. The rate is rounded to a
 * billionth of a token per second, or to seven digits if it is high; after that nothing is rounded and no remainder is lost.
 */
public final class TokenBucket {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long FINEST_SCALE = 1_000_000_000;
    private static final int SCALE_STEP = 1000;

    /** Units of a second and of a token together, in billionths, so that they can be added. */
    private static final double MOST_UNITS = 9.2e9;

    /** Units that time brings at once, in billionths; as many take years to come, more are forgotten. */
    private static final long MOST_AT_ONCE = Long.MAX_VALUE / 2;

    private Rate rate;
    private long scale;
    private long unitsPerNano;
    private long unitsPerToken;
    private long burstTokens;
    private long burstUnits;

    private long tokens;
    private long units;
    private long filledAtNanos;

    /**
     * How full a bucket was at a moment: what has to be remembered to go on later.
     *
     * @param units parts of a token, as many to a token as the rate of the bucket asks for
     */
    public record Level(long tokens, long units, long atNanos) {}

    /** A full bucket. */
    public TokenBucket(Rate rate, long nowNanos) {
        this.rate = rate;
        adopt(rate);
        tokens = burstTokens;
        units = burstUnits;
        filledAtNanos = nowNanos;
    }

    /** A bucket as it was; time since then has filled it, time that ran backwards has not. */
    public TokenBucket(Rate rate, Level level, long nowNanos) {
        this(rate, nowNanos);
        tokens = level.tokens();
        units = Math.min(level.units(), unitsPerToken - 1);
        clamp();
        filledAtNanos = Math.min(level.atNanos(), nowNanos);
        refill(nowNanos);
    }

    /** Adds the tokens that accumulated since the last call. */
    public void refill(long nowNanos) {
        long elapsed = nowNanos - filledAtNanos;
        if (elapsed <= 0) {
            return;
        }
        filledAtNanos = nowNanos;
        if (isFull()) {
            return;
        }
        long seconds = Math.min(elapsed / NANOS_PER_SECOND, MOST_AT_ONCE / Math.max(1, unitsPerNano));
        long scaled = seconds * unitsPerNano;
        tokens += scaled / scale;
        addUnits(scaled % scale * NANOS_PER_SECOND);
        addUnits(elapsed % NANOS_PER_SECOND * unitsPerNano);
        clamp();
    }

    /** Takes tokens if there are enough of them; otherwise changes nothing. */
    public boolean tryConsume(int count, long nowNanos) {
        refill(nowNanos);
        if (tokens < count) {
            return false;
        }
        tokens -= count;
        return true;
    }

    /** Adds tokens, as far as the burst holds them. */
    public void add(int count, long nowNanos) {
        refill(nowNanos);
        tokens += count;
        clamp();
    }

    /** Takes all tokens away. */
    void drain(long nowNanos) {
        refill(nowNanos);
        tokens = 0;
        units = 0;
    }

    public boolean holds(int count, long nowNanos) {
        refill(nowNanos);
        return tokens >= count;
    }

    /** Whole tokens in it now. */
    public long wholeTokens(long nowNanos) {
        refill(nowNanos);
        return tokens;
    }

    /** When it will hold that many tokens if none is taken: now at the earliest, {@link Long#MAX_VALUE} for never. */
    public long holdsAtNanos(int count) {
        if (tokens >= count) {
            return filledAtNanos;
        }
        if (unitsPerNano == 0 || count > burstTokens) {
            return Long.MAX_VALUE;
        }
        BigInteger missing = BigInteger.valueOf(count - tokens)
                .multiply(BigInteger.valueOf(unitsPerToken))
                .subtract(BigInteger.valueOf(units));
        BigInteger nanos = missing.add(BigInteger.valueOf(unitsPerNano - 1)).divide(BigInteger.valueOf(unitsPerNano));
        return nanos.bitLength() < Long.SIZE - 1 ? filledAtNanos + nanos.longValue() : Long.MAX_VALUE;
    }

    /** When the next whole token comes in, as if there were always room for it; {@link Long#MAX_VALUE} for never. */
    public long nextTokenAtNanos() {
        return unitsPerNano == 0 ? Long.MAX_VALUE : filledAtNanos + Math.ceilDiv(unitsPerToken - units, unitsPerNano);
    }

    /** Changes the rate and keeps the tokens, as far as the new burst holds them. */
    public void update(Rate newRate, long nowNanos) {
        refill(nowNanos);
        double kept = tokens();
        adopt(newRate);
        setTokens(kept);
    }

    /** The most whole tokens that it holds. */
    public long burst() {
        return burstTokens;
    }

    public Rate rate() {
        return rate;
    }

    /** Tokens at the last refill, with the part of one that is coming in. */
    public double tokens() {
        return tokens + (double) units / unitsPerToken;
    }

    public Level level() {
        return new Level(tokens, units, filledAtNanos);
    }

    private void adopt(Rate newRate) {
        rate = newRate;
        scale = FINEST_SCALE;
        while ((newRate.perSecond() + 1) * scale > MOST_UNITS && scale > 1) {
            scale /= SCALE_STEP;
        }
        unitsPerNano = Math.round(newRate.perSecond() * scale);
        unitsPerToken = scale * NANOS_PER_SECOND;
        burstTokens = (long) newRate.burst();
        burstUnits = (long) ((newRate.burst() - burstTokens) * unitsPerToken);
    }

    private void setTokens(double count) {
        tokens = (long) count;
        units = (long) ((count - tokens) * unitsPerToken);
        clamp();
    }

    private void addUnits(long more) {
        units += more;
        tokens += units / unitsPerToken;
        units %= unitsPerToken;
    }

    private void clamp() {
        if (isFull()) {
            tokens = burstTokens;
            units = burstUnits;
        }
    }

    private boolean isFull() {
        return tokens > burstTokens || (tokens == burstTokens && units >= burstUnits);
    }
}
