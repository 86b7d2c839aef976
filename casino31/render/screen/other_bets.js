"use strict";
/* Prices a layout at any bets by first card: the replies do not depend on them, so only the weights change. */
(() => {
  const { BIG0, BIG1, fraction, read, write, percent, decimals } = Exact;
  const model = JSON.parse(document.getElementById("bets-model").textContent);
  const field = (name) => document.getElementById(`bets-${name}`);
  const cards = model.cards.map(([, chance, worth]) => [read(chance), read(worth)]);
  const times = (a, b) => fraction(a.n * b.n, a.d * b.d);
  const plus = (a, b) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
  const parse = (text) => {
    const parts = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text.trim());
    return parts && fraction(BigInt(parts[1] + (parts[2] || "")), 10n ** BigInt((parts[2] || "").length));
  };
  const show = () => {
    const low = parse(field("minimum").value), high = parse(field("maximum").value), rule = field("rule").value;
    const wrong = !low || !high || low.n <= BIG0 ? "write bets above 0, such as 1 or 2.5"
      : high.n * low.d < low.n * high.d ? "the maximum is less than the minimum" : "";
    field("message").textContent = wrong;
    if (wrong) return;
    const zero = fraction(BIG0, BIG1);
    let average = zero, mean = zero, squares = zero;
    for (const [chance, worth] of cards) {
      const bet = rule === "spread" && worth.n > BIG0 ? high : low;
      const share = times(chance, bet);
      average = plus(average, share);
      mean = plus(mean, times(share, worth));
      squares = plus(squares, times(share, bet));
    }
    const edge = fraction(-mean.n * average.d, mean.d * average.n);
    const variance = plus(squares, fraction(-mean.n * mean.n, mean.d * mean.d));
    const row = field("figures").querySelector("tbody tr");
    row.dataset.edge = write(edge);
    row.dataset.variance = write(variance);
    const deviation = Math.sqrt(Number(decimals(variance, 12).replace("\u2212", "-")));
    const texts = [decimals(average, 6), percent(edge), decimals(variance, 6), deviation.toFixed(4)];
    texts.forEach((text, place) => { row.cells[place].textContent = text; });
    const line = (name) => `${name} = ${field(name).value.trim().replace(/^0+(?=\d)/, "")}`;
    field("toml").value = `[bets]\n${line("minimum")}\n${line("maximum")}\nrule = "${rule}"\n`;
  };
  for (const name of ["minimum", "maximum", "rule"]) {
    field(name).disabled = false;
    field(name).addEventListener("input", show);
  }
  show();
})();
