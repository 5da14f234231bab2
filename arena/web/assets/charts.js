// Ratings over time, drawn by uPlot on a canvas; the same numbers stand in a table below it.
"use strict";
(() => {
  const arena = (globalThis.arena ??= {});
  const HEIGHT = 320;
  const RENEW_MS = 20_000;
  // Games are counted in whole numbers.
  const WHOLE = [...Array(10).keys()].flatMap((power) => [1, 2, 5].map((n) => n * 10 ** power));

  // light-dark() is no colour to a canvas: the browser is asked what it comes to.
  const resolved = (element, name) => {
    const probe = document.createElement("i");
    probe.className = "probe";
    probe.style.color = `var(${name})`;
    element.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };
  const faded = (text, alpha) => `rgba(${text.match(/[\d.]+/g).slice(0, 3).join(", ")}, ${alpha})`;

  const options = (element, data, language) => {
    const line = resolved(element, "--line");
    const ink = resolved(element, "--dim");
    const number = new Intl.NumberFormat(language);
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font: "12px system-ui, sans-serif", values: (_, some) => some.map((value) => number.format(value)) };
    const series = [{ label: element.dataset.x, value: (_, value) => (value == null ? "–" : number.format(value)) }];
    const bands = [];
    data.bots.forEach((bot, at) => {
      const stroke = resolved(element, `--c${at % 8}`);
      const value = (_, one) => (one == null ? "–" : number.format(Math.round(one)));
      series.push({ label: bot.name, stroke, width: 2.2, value, points: { show: data.x.length < 3, size: 6 } });
      series.push({ label: `${bot.name} +`, stroke: "transparent", points: { show: false }, value, class: "bound" });
      series.push({ label: `${bot.name} −`, stroke: "transparent", points: { show: false }, value, class: "bound" });
      bands.push({ series: [3 * at + 2, 3 * at + 3], fill: faded(stroke, 0.13) });
    });
    return {
      width: element.clientWidth, height: HEIGHT, scales: { x: { time: false } },
      axes: [{ ...axis, space: 70, incrs: WHOLE }, { ...axis, size: 56 }], series, bands, padding: [10, 28, 0, 0], legend: { live: true }, cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    };
  };

  const fillTable = (table, data, language, x) => {
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
    const cell = (name, text) => Object.assign(document.createElement(name), { textContent: text });
    const head = document.createElement("tr");
    head.append(cell("th", x), ...data.bots.map((bot) => cell("th", bot.name)));
    table.replaceChildren(head);
    data.x.forEach((at, i) => {
      const row = document.createElement("tr");
      row.append(cell("th", number.format(at)), ...data.bots.map((bot) => cell("td", number.format(bot.value[i]))));
      table.append(row);
    });
    for (const th of head.children) th.scope = "col";
  };

  const draw = (element, data) => {
    const language = document.documentElement.lang;
    element.replaceChildren();
    if (!data.x.length) {
      element.textContent = element.dataset.none;
      return null;
    }
    const columns = [data.x, ...data.bots.flatMap((bot) => [bot.value, bot.high, bot.low])];
    const table = document.querySelector('[data-chart-table="ratings"]');
    if (table) fillTable(table, data, language, element.dataset.x);
    return new uPlot(options(element, data, language), columns, element);
  };

  arena.chart = async (element) => {
    const source = document.getElementById("history");
    const read = async () => {
      if (!element.dataset.from) return JSON.parse(source.textContent);
      const answer = await fetch(element.dataset.from);
      return answer.ok ? answer.json() : { x: [], bots: [] };
    };
    let data = await read();
    let plot = draw(element, data);
    const again = () => (plot = draw(element, data));
    const size = new ResizeObserver(() => plot && plot.width !== element.clientWidth && plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    size.observe(element);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", again);
    document.addEventListener("arena:theme", again);
    // All games are counted again for it: that need not be after every block.
    let due = null;
    const renew = () => (due ??= setTimeout(async () => {
      due = null;
      data = await read();
      again();
    }, RENEW_MS));
    document.addEventListener("arena:blocks", renew);
    return () => {
      size.disconnect();
      dark.removeEventListener("change", again);
      document.removeEventListener("arena:theme", again);
      document.removeEventListener("arena:blocks", renew);
      clearTimeout(due);
    };
  };
})();
