// Numbers, times and colours as people read them.

const whole = new Intl.NumberFormat("en");

export function count(n) {
  return n >= 1e6 ? (n / 1e6).toFixed(1) + " M" : n >= 1e5 ? Math.round(n / 1e3) + " k" : whole.format(Math.round(n));
}

export function rate(n) {
  return n === null || n === undefined ? "–" : n === 0 ? "0" : n < 10 ? n.toFixed(1) : count(n);
}

export function span(ms) {
  if (ms === null || ms === undefined) return "–";
  const s = ms / 1000;
  return ms < 1 ? (ms ? "< 1 ms" : "0 ms") : s < 1 ? Math.round(ms) + " ms" : s < 10 ? s.toFixed(1) + " s" : s < 120 ? Math.round(s) + " s"
    : s < 7200 ? Math.round(s / 60) + " min" : s < 172800 ? Math.round(s / 3600) + " h" : Math.round(s / 86400) + " d";
}

export function percent(part) {
  const bounded = Math.min(1, Math.max(0, part));
  return (100 * bounded).toFixed(bounded > 0 && bounded < .1 ? 1 : 0) + " %";
}

export function several(n, one, many = one + "s") { return `${count(n)} ${n === 1 ? one : many}`; }

// A tenant has the same colour wherever it appears; the golden angle keeps the hues of the first ones far apart.
const hues = new Map(), MOST_HUES = 5000;
export function colour(key) {
  if (!hues.has(key)) {
    if (hues.size >= MOST_HUES) hues.clear();
    hues.set(key, Math.round((250 + hues.size * 137.508) % 360));
  }
  return `oklch(0.66 0.15 ${hues.get(key)})`;
}
