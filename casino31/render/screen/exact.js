"use strict";
/* Fractions of whole numbers (BigInt), and their digits. */
const Exact = (() => {
  const BIG0 = 0n, BIG1 = 1n;
  const abs = (n) => (n < BIG0 ? -n : n);
  const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return abs(a); };
  const fraction = (n, d) => {
    const by = (d < BIG0 ? -BIG1 : BIG1) * (gcd(n, d) || BIG1);
    return { n: n / by, d: d / by };
  };
  const read = (text) => { const [n, d] = text.split("/"); return fraction(BigInt(n), BigInt(d || 1)); };
  const write = (x) => (x.d === BIG1 ? `${x.n}` : `${x.n}/${x.d}`);
  const minus = (a, b) => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
  const same = (a, b) => a.n === b.n && a.d === b.d;
  const lcm = (a, b) => (a / gcd(a, b)) * b;

  /* A fraction in so many decimals, rounded half to even, without a float. */
  const decimals = (x, places, times = BIG1) => {
    const top = abs(x.n) * times * 10n ** BigInt(places);
    let whole = top / x.d;
    const rest = (top % x.d) * 2n;
    if (rest > x.d || (rest === x.d && whole % 2n)) whole += BIG1;
    const digits = `${whole}`.padStart(places + 1, "0");
    const sign = x.n < BIG0 && whole ? "−" : "";
    return sign + digits.slice(0, digits.length - places) + (places ? "." + digits.slice(-places) : "");
  };
  const percent = (x) => `${decimals(x, 4, 100n)} %`;
  return { BIG0, BIG1, abs, fraction, read, write, minus, same, lcm, decimals, percent };
})();
