"use strict";
/* Prices a layout at any pays: whole numbers only (BigInt), the best action chosen for every situation. */
(() => {
  const model = JSON.parse(document.getElementById("whatif-model").textContent);
  const { BIG0, BIG1, abs, fraction, read, write, minus, same, lcm, decimals, percent } = Exact;

  const own = model.odds === "for one" ? BIG1 : BIG0;
  const shown = (pay) => {
    if (pay.n === -pay.d) return "lose";
    if (pay.n === BIG0) return "push";
    return write(fraction(pay.n + own * pay.d, pay.d));
  };
  const LIMIT = 10n ** 9n;
  /* What somebody typed as a net pay to one; a sentence when it is none. */
  const parse = (typed) => {
    const text = typed.trim().toLowerCase().replace(/\s+/g, " ");
    if (text === "lose") return fraction(-BIG1, BIG1);
    if (text === "push") return fraction(BIG0, BIG1);
    const parts = /^(\d{1,30})(?:\.(\d{1,30}))?(?: ?(\/|:|to|for) ?(\d{1,30}))?$/.exec(text);
    if (!parts) return 'write 2, 1.5, 3/2, "3 to 2", push or lose';
    const [, whole, digits = "", word, below] = parts;
    if (word === "to" && own) return `this layout states every pay ${model.odds}`;
    if (word === "for" && !own) return `this layout states every pay ${model.odds}`;
    if (below !== undefined && (digits || BigInt(below) === BIG0)) return "a ratio has whole numbers, the second above 0";
    const under = below === undefined ? 10n ** BigInt(digits.length) : BigInt(below);
    const pay = fraction(BigInt(whole + digits) - own * under, under);
    return pay.n > LIMIT * pay.d ? "a pay is at most 1,000,000,000" : pay;
  };

  const filed = model.pays.map((pay) => read(pay[2]));
  /* A later decision, "~k", is a place after the settlements. */
  const first = model.settlements.length;
  const placeOf = (text) => (text[0] === "~" ? first + parseInt(text.slice(1), 36) : parseInt(text, 36));
  const options = model.options.split(";").map((text) =>
    text.split(" ").map((part) => { const [place, ways] = part.split(":"); return [placeOf(place), ways && parseInt(ways, 36)]; }));
  const decisions = (text) => (text ? text.split(";") : []).map((line) => {
    const [members, actions, ...chosen] = line.split(" ").map((digits) => parseInt(digits, 36));
    return { members: BigInt(members), actions: model.actions[actions], options: chosen };
  });
  const counts = model.counts.map(([draws, text, later]) => ({
    draws: BigInt(draws), situations: decisions(text), later: decisions(later),
  }));
  /* The ways of an option: those written down, and the rest of the draws. */
  const waysOf = (option, draws) => {
    const pairs = options[option].map(([place, ways]) => [place, ways === undefined ? undefined : BigInt(ways)]);
    const rest = pairs.reduce((left, [, ways]) => (ways === undefined ? left : left - ways), draws);
    return pairs.map(([place, ways]) => [place, ways === undefined ? rest : ways]);
  };
  for (const { draws, situations, later } of counts)
    for (const situation of [...situations, ...later]) situation.ways = situation.options.map((option) => waysOf(option, draws));
  const aimed = model.bets.map(([name]) => model.objective.includes(name));

  const price = (pays, choices) => {
    const { draws, situations, later } = counts[model.variants[choices.join("|")]];
    const scale = pays.reduce((all, pay) => lcm(all, pay.d), BIG1);
    const whole = pays.map((pay) => (pay.n * scale) / pay.d);
    const ends = model.ends.map((forms) => forms.map((form) => {
      let sum = BigInt(form[0]) * scale;
      for (let i = 1; i < form.length; i += 2) sum += whole[form[i]] * BigInt(form[i + 1]);
      return sum;
    }).reduce((best, value) => (value > best ? value : best)));
    const worth = model.settlements.map((parts) =>
      parts.reduce((sum, end, bet) => (aimed[bet] ? sum + ends[end] : sum), BIG0));
    const expected = (pairs) => pairs.reduce((sum, [place, many]) => sum + worth[place] * many, BIG0);
    const bestOf = (situation) => {
      const values = situation.ways.map(expected);
      const best = values.reduce((top, value, i) => (value > values[top] ? i : top), 0);
      return [best, values[best]];
    };
    const after = later.map((situation) => {
      const [best, value] = bestOf(situation);
      worth.push(value);
      return situation.ways[best];
    });
    const ways = worth.map(() => BIG0);
    const taken = new Map();
    let members = BIG0;
    for (const situation of situations) {
      const [best] = bestOf(situation);
      for (const [place, many] of situation.ways[best]) ways[place] += many * situation.members;
      const action = situation.actions[best];
      taken.set(action, (taken.get(action) || BIG0) + situation.members);
      members += situation.members;
    }
    for (let k = after.length - 1; k >= 0; k -= 1)
      for (const [place, many] of after[k]) ways[place] += many * ways[first + k];
    return { total: draws * members, members, scale, ends, ways, taken };
  };

  /* The figures of some bets together, in initial wagers. */
  const figures = (priced, bets) => {
    const initial = bets.map((bet) => read(model.bets[bet][1]))
      .reduce((a, b) => fraction(a.n * b.d + b.n * a.d, a.d * b.d));
    let sum = BIG0, squares = BIG0, hits = BIG0, pushes = BIG0;
    model.settlements.forEach((parts, place) => {
      const net = bets.reduce((all, bet) => all + priced.ends[parts[bet]], BIG0), many = priced.ways[place];
      sum += many * net;
      squares += many * net * net;
      if (net > BIG0) hits += many;
      if (net === BIG0) pushes += many;
    });
    const { total, scale } = priced;
    return {
      edge: fraction(-sum * initial.d, total * scale * initial.n),
      variance: fraction((total * squares - sum * sum) * initial.d ** 2n, (total * scale * initial.n) ** 2n),
      hits: fraction(hits, total),
      pushes: fraction(pushes, total),
    };
  };
  const groups = model.bets.map(([name], bet) => [name, [bet]]);
  if (groups.length > 1) groups.push(["all bets together", model.bets.map((_, bet) => bet)]);

  const section = document.getElementById("whatif");
  const fields = [...section.querySelectorAll("input[data-pay]")];
  const sliders = [...section.querySelectorAll("input[data-slides]")];
  const selects = [...section.querySelectorAll("select[data-reading]")];
  const message = document.getElementById("whatif-message");
  const cells = document.getElementById("whatif-figures");
  const toml = document.getElementById("whatif-toml");
  const state = { pays: [...filed], focus: fields.length ? Number(fields[0].dataset.pay) : -1 };
  const chosen = () => selects.map((select) => select.value);
  const original = price(filed, model.readings.map((reading) => reading[2]));
  const before = groups.map(([, bets]) => figures(original, bets));

  const row = (tag, texts) => {
    const line = document.createElement("tr");
    texts.forEach((text, place) => {
      const cell = document.createElement(tag === "th" || place === 0 ? "th" : "td");
      cell.scope = tag === "th" ? "col" : "row";
      if (cell.tagName === "TD") cell.removeAttribute("scope");
      cell.textContent = text;
      line.append(cell);
    });
    return line;
  };

  const copied = () => {
    const value = (pay) => { const text = shown(pay); return /^\d+$/.test(text) ? text : `"${text}"`; };
    const edits = model.pays.filter((_, i) => !same(state.pays[i], filed[i])).length
      + model.readings.filter((reading, i) => chosen()[i] !== reading[2]).length;
    const head = edits
      ? `# ${edits} ${edits === 1 ? "value" : "values"} changed on a what-if page; the layout it was made of has SHA-256\n# ${model.digest}\n`
      : "";
    return head + model.text.map((piece) => {
      if (typeof piece === "string") return piece;
      const [name, isPay, stated, text] = piece;
      if (isPay) {
        const at = model.pays.findIndex(([wager, label]) => `${wager}.${label}` === name);
        return same(state.pays[at], filed[at]) ? text : value(state.pays[at]);
      }
      const at = model.readings.findIndex((reading) => reading[0] === name), choice = chosen()[at];
      if (choice === model.readings[at][2]) return stated ? text : "";
      return stated ? `"${choice}"` : `${text}"${choice}"\n`;
    }).join("");
  };

  const STEPS = 40n;
  const curve = () => {
    const box = document.getElementById("whatif-curve");
    if (!box || state.focus < 0) return;
    const at = state.focus, pay = state.pays[at];
    const far = pay.n > BIG0 ? fraction(pay.n * 2n, pay.d) : fraction(4n, BIG1);
    const [wager, label] = model.pays[at];
    const group = groups.find(([name]) => name === model.wagers[wager]);
    const points = [];
    for (let i = BIG0; i <= STEPS; i += BIG1) {
      const moved = [...state.pays];
      moved[at] = fraction(far.n * i, far.d * STEPS);
      points.push([Number(moved[at].n) / Number(moved[at].d), figures(price(moved, chosen()), group[1]).edge]);
    }
    const heights = points.map(([, edge]) => Number(edge.n) / Number(edge.d));
    const low = Math.min(...heights), high = Math.max(...heights), span = high - low || 1;
    const x = (i) => (60 + (i * 520) / points.length).toFixed(1);
    const y = (value) => (20 + ((high - value) * 150) / span).toFixed(1);
    const line = heights.map((value, i) => `${x(i)},${y(value)}`).join(" ");
    const now = points.findIndex(([value]) => value >= Number(pay.n) / Number(pay.d));
    box.innerHTML = `<svg viewBox="0 0 600 210" role="img" aria-label="House edge of ${group[0]} by the pay of ${wager} ${label}">`
      + `<polyline class="curve" points="${line}"/>`
      + (now >= 0 ? `<circle class="now" cx="${x(now)}" cy="${y(heights[now])}" r="4"/>` : "")
      + `<text x="4" y="${y(high)}" dy="4">${(100 * high).toFixed(2)}%</text><text x="4" y="${y(low)}" dy="4">${(100 * low).toFixed(2)}%</text>`
      + `<text x="60" y="200">0</text><text x="570" y="200" text-anchor="end">${write(far)} to one</text></svg>`;
    const words = document.getElementById("whatif-curve-words");
    words.textContent = `House edge of ${group[0]} as the pay of ${wager} ${label} goes from 0 to ${write(far)} to one, with the best strategy at each pay.`;
  };

  const show = () => {
    const priced = price(state.pays, chosen());
    cells.tBodies[0].replaceChildren(...groups.map(([name, bets], i) => {
      const now = figures(priced, bets), change = minus(now.edge, before[i].edge);
      const line = row("td", [
        name, percent(now.edge), write(now.edge), percent(before[i].edge),
        change.n > BIG0 ? `+${percent(change)}` : percent(change),
        Math.sqrt(Number(now.variance.n) / Number(now.variance.d)).toFixed(4), percent(now.hits), percent(now.pushes),
      ]);
      line.dataset.bet = name;
      line.dataset.edge = write(now.edge);
      return line;
    }));
    const shares = [...priced.taken].map(([action, many]) => `${action} ${percent(fraction(many, priced.members))}`);
    document.getElementById("whatif-actions").textContent = shares.length > 1 || shares[0] && !shares[0].startsWith(" ")
      ? `Best strategy: ${shares.join(", ")} of the situations.` : "";
    toml.value = copied();
    curve();
  };

  const change = (field, pay) => {
    const at = Number(field.dataset.pay);
    state.pays[at] = pay;
    state.focus = at;
    const slider = sliders.find((each) => Number(each.dataset.slides) === at);
    slider.value = Number(pay.n) / Number(pay.d);
    field.setCustomValidity("");
    field.removeAttribute("aria-invalid");
    message.textContent = "";
    show();
  };
  fields.forEach((field) => {
    field.disabled = false;
    field.addEventListener("input", () => {
      const pay = parse(field.value);
      if (typeof pay !== "string") { change(field, pay); return; }
      field.setAttribute("aria-invalid", "true");
      message.textContent = `${field.getAttribute("aria-label")}: ${pay}. The figures still stand for the pay before.`;
    });
    field.addEventListener("focus", () => { state.focus = Number(field.dataset.pay); curve(); });
  });
  sliders.forEach((slider) => {
    slider.disabled = false;
    slider.addEventListener("input", () => {
      const field = fields.find((each) => each.dataset.pay === slider.dataset.slides);
      const pay = fraction(BigInt(Math.round(Number(slider.value) * 4)), 4n);
      field.value = shown(pay);
      change(field, pay);
    });
  });
  selects.forEach((select) => { select.disabled = false; select.addEventListener("change", show); });
  document.getElementById("whatif-reset").addEventListener("click", () => {
    state.pays = [...filed];
    fields.forEach((field) => { field.value = shown(filed[Number(field.dataset.pay)]); field.removeAttribute("aria-invalid"); });
    sliders.forEach((slider) => { const pay = filed[Number(slider.dataset.slides)]; slider.value = Number(pay.n) / Number(pay.d); });
    selects.forEach((select, i) => { select.value = model.readings[i][2]; });
    message.textContent = "";
    show();
  });
  document.getElementById("whatif-copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(toml.value);
      message.textContent = "The layout is on the clipboard.";
    } catch {
      toml.focus();
      toml.select();
      message.textContent = "The text is selected: copy it with Ctrl+C.";
    }
  });
  section.classList.add("live");
  show();
})();
