// Light and dark, live numbers, parts of pages that come later, and the pages of a report.
"use strict";
(() => {
  const arena = (globalThis.arena ??= {});
  const root = document.documentElement;
  const RENEW_MS = 2000;

  // Light and dark: as the system says, until the button is pressed.
  const theme = {
    key: "mus-arena-theme",
    start() {
      try {
        const kept = localStorage.getItem(this.key);
        if (kept === "light" || kept === "dark") root.dataset.theme = kept;
      } catch {
        // A page from a file may not keep anything; then it follows the system.
      }
    },
    change() {
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      try {
        localStorage.setItem(this.key, root.dataset.theme);
      } catch {
        // As above.
      }
      document.dispatchEvent(new Event("arena:theme"));
    },
  };

  // What begins to live on a page; gives what ends it.
  const mount = (page) => {
    const ends = [];
    for (const element of page.querySelectorAll("[data-viewer]")) {
      const viewer = arena.viewer(element);
      ends.push(() => viewer.stop());
    }
    for (const element of page.querySelectorAll("[data-chart]")) arena.chart(element).then((end) => ends.push(end));
    for (const element of page.querySelectorAll("[data-later]")) later(element);
    return () => ends.forEach((end) => end());
  };

  // A part that takes the server some time: shown as it grows, until it is complete.
  const later = async (element) => {
    element.setAttribute("aria-busy", "true");
    for (;;) {
      const answer = await fetch(element.dataset.later);
      if (answer.ok) element.innerHTML = await answer.text();
      else element.textContent = element.dataset.failed;
      if (!answer.ok || element.querySelector('[data-complete="yes"]')) {
        element.removeAttribute("aria-busy");
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  };

  // A league that is being played: numbers at once, tables when a block is complete.
  const live = () => {
    const state = document.querySelector('[data-live="state"] [data-now="share"]');
    if (!state) return;
    const find = (name) => document.querySelector(`[data-now="${name}"]`);
    let blocks = null;
    let latest = null;
    let due = null;
    // Blocks may come quickly, and tables need not.
    const renewSoon = () => (due ??= setTimeout(async () => {
      due = null;
      await renew();
      show(latest);
    }, RENEW_MS));
    const source = new EventSource("/live");
    const show = (now) => {
      if (!find("share")) return; // The page that came when the league was complete.
      find("old").hidden = true;
      find("share").value = now.done;
      for (const name of ["matches", "per_second", "left"]) find(name).textContent = now[name];
      const runs = find("runs");
      runs.textContent = runs.dataset[now.running ? "yes" : "no"];
      runs.classList.toggle("on", now.running);
      showRace(find("race"), now.race);
    };
    source.addEventListener("state", (event) => {
      latest = JSON.parse(event.data);
      show(latest);
      if (blocks !== null && blocks !== latest.blocks) renewSoon();
      blocks = latest.blocks;
      if (latest.complete) source.close();
    });
    source.addEventListener("error", () => (find("old").hidden = false));
  };

  const showRace = (part, race) => {
    const list = part.querySelector("ol");
    part.hidden = !race.length;
    const add = (row, name, text) => row.appendChild(Object.assign(document.createElement(name), { textContent: text }));
    list.replaceChildren(...race.map(([name, share, text]) => {
      const row = document.createElement("li");
      add(row, "b", name);
      const bar = Object.assign(document.createElement("meter"), { value: share });
      bar.setAttribute("aria-hidden", "true");
      row.append(bar);
      add(row, "span", text);
      return row;
    }));
  };

  const renew = async () => {
    const answer = await fetch(location.pathname);
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of document.querySelectorAll("[data-live]")) {
      const other = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
      if (other) part.replaceChildren(...other.childNodes);
    }
    document.dispatchEvent(new Event("arena:blocks"));
  };

  // A report holds its pages as templates: #/bots/2 shows the one of that name.
  const report = () => {
    const main = document.getElementById("main");
    let end = () => {};
    let shown = null;
    const show = () => {
      const wanted = (location.hash.match(/^#(\/[^?]*)/) ?? ["", "/"])[1];
      const name = `${root.lang}:${wanted}`;
      if (name === shown) return;
      const page = document.querySelector(`template[data-page="${CSS.escape(name)}"]`) ?? document.querySelector(`template[data-page="${root.lang}:/"]`);
      end();
      main.replaceChildren(page.content.cloneNode(true));
      const top = document.querySelector(`template[data-top="${root.lang}"]`);
      document.getElementById("top").replaceChildren(top.content.cloneNode(true));
      for (const link of document.querySelectorAll("#top [data-lang]")) link.setAttribute("href", location.hash || "#/");
      if (shown !== null) {
        scrollTo(0, 0);
        main.focus({ preventScroll: true });
      }
      shown = name;
      document.title = page.dataset.title;
      end = mount(main);
    };
    addEventListener("hashchange", show);
    document.addEventListener("click", (event) => {
      const link = event.target.closest("[data-lang]");
      if (event.target.closest("[data-skip]")) {
        event.preventDefault();
        main.focus();
      }
      if (!link) return;
      event.preventDefault();
      root.lang = link.dataset.lang;
      show();
    });
    show();
  };

  theme.start();
  document.addEventListener("DOMContentLoaded", () => {
    document.addEventListener("click", (event) => event.target.closest("[data-theme-button]") && theme.change());
    if (document.querySelector("template[data-page]")) {
      report();
    } else {
      mount(document);
      live();
    }
  });
})();
