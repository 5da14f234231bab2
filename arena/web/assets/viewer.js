// Plays the steps of one game, or of the games with the same cards side by side: buttons, keys, deep links.
"use strict";
(() => {
  const arena = (globalThis.arena ??= {});
  const { make, capital } = arena;
  const PLAY_MS = 1100;

  // New buttons for old ones: who was on one is on that of the step that is shown.
  const refill = (list, items) => {
    const focused = list.contains(document.activeElement);
    list.replaceChildren(...items);
    if (focused) (list.querySelector("button[aria-current], [aria-current] button") ?? list.querySelector("button"))?.focus();
  };

  class Viewer {
    constructor(root) {
      this.root = root;
      // In a report the data lie apart, once for all languages.
      const json = (element) => JSON.parse(element.textContent);
      const apart = root.dataset.games;
      this.words = json(apart ? document.getElementById(`words-${document.documentElement.lang}`) : root.querySelector("[data-words-here]"));
      const games = apart ? apart.split(" ").map((id) => json(document.getElementById(id))) : json(root.querySelector("[data-games-here]"));
      this.tables = games.map((game) => new arena.Table(game, this.words, games[0].teams));
      this.deal = 0;
      this.step = 0;
      this.timer = null;
      this.find = (name) => root.querySelector(`[data-${name}]`);
      const places = this.find("tables");
      for (const table of this.tables) {
        if (this.tables.length > 1) {
          const room = this.tables.length === 2 ? this.words[table.game.room ? "the_closed_room" : "the_open_room"] : `${table.game.room + 1}`;
          table.element.prepend(make("h3", {}, `${arena.fill(this.words.game_number, { number: table.game.number })} · ${room}`));
        }
        places.append(table.element);
      }
      this.fillDeals();
      this.listen();
      this.read();
    }

    // The longest room decides how far one can step.
    get count() {
      return Math.max(...this.tables.map((table) => table.deals.length));
    }

    get length() {
      return Math.max(...this.tables.map((table) => table.deals[this.deal]?.length ?? 1));
    }

    fillDeals() {
      const table = this.tables.find((one) => one.deals.length === this.count);
      table.deals.forEach((deal, at) => {
        const name = table.game.gamesToWin > 1 ? `${deal.game} · ${deal.deal}` : `${deal.deal}`;
        this.find("deal").append(make("option", { value: at }, name));
      });
      const at = this.root.dataset.parting;
      if (at === undefined) return;
      const first = this.tables[0];
      const deal = Math.max(0, first.deals.findLastIndex((one) => one.first <= Number(at)));
      this.parting = [deal, Number(at) - first.deals[deal].first];
      this.find("parting-text").textContent = arena.fill(this.words.rooms_part, { deal: first.deals[deal].deal, step: this.parting[1] + 1 });
    }

    listen() {
      this.root.addEventListener("click", (event) => {
        const button = event.target.closest("[data-do]");
        if (button) this.act(button.dataset.do);
      });
      this.find("slide").addEventListener("input", (event) => this.go(this.deal, Number(event.target.value)));
      this.find("deal").addEventListener("change", (event) => this.go(Number(event.target.value), 0));
      this.onKey = (event) => this.key(event);
      this.onHash = () => this.read();
      document.addEventListener("keydown", this.onKey);
      addEventListener("hashchange", this.onHash);
    }

    // Called when a report shows another page.
    stop() {
      clearInterval(this.timer);
      document.removeEventListener("keydown", this.onKey);
      removeEventListener("hashchange", this.onHash);
    }

    key(event) {
      const typing = event.target.matches("input:not([type=range]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey;
      if (typing) return;
      const big = event.shiftKey;
      const deeds = {
        ArrowRight: big ? "deal-on" : "on", ArrowLeft: big ? "deal-back" : "back", PageDown: "deal-on", PageUp: "deal-back",
        Home: "first", End: "last", l: "lance", L: "lance", " ": "play",
      };
      const deed = deeds[event.key];
      const pressed = event.key === " " && event.target.closest("button, a, summary");
      if (deed && !pressed) {
        event.preventDefault();
        this.act(deed);
      } else if (/^[0-5aA]$/.test(event.key)) {
        document.querySelector(`[data-view="${event.key.toLowerCase()}"]`)?.click();
      }
    }

    act(deed) {
      if (deed !== "play") this.pause();
      switch (deed) {
        case "on": return this.on();
        case "back": return this.step > 0 ? this.go(this.deal, this.step - 1) : this.deal > 0 && this.go(this.deal - 1, Infinity);
        case "deal-on": return this.go(Math.min(this.deal + 1, this.count - 1), 0);
        case "deal-back": return this.go(this.step > 0 ? this.deal : Math.max(0, this.deal - 1), 0);
        case "first": return this.go(0, 0);
        case "last": return this.go(this.count - 1, Infinity);
        case "lance": return this.nextLance();
        case "parting": return this.go(...this.parting);
        case "play": return this.timer ? this.pause() : this.play();
        default: return this.go(this.deal, Number(deed));
      }
    }

    on() {
      if (this.step + 1 < this.length) this.go(this.deal, this.step + 1);
      else if (this.deal + 1 < this.count) this.go(this.deal + 1, 0);
      else this.pause();
    }

    play() {
      this.timer = setInterval(() => this.on(), PLAY_MS);
      this.showPlaying();
    }

    pause() {
      clearInterval(this.timer);
      this.timer = null;
      this.showPlaying();
    }

    showPlaying() {
      const button = this.root.querySelector('[data-do="play"]');
      const name = this.words[this.timer ? "pause" : "play"];
      button.classList.toggle("playing", this.timer !== null);
      button.setAttribute("aria-label", name);
      button.setAttribute("title", name);
    }

    // The steps of this deal at which a lance opens, or the count begins.
    marks() {
      const table = this.tables.find((one) => one.deals[this.deal]);
      const { first, length } = table.deals[this.deal];
      const found = [[0, this.words.talk]];
      const add = (step, name) => found.some((mark) => mark[1] === name) || found.push([step, name]);
      for (let step = 0; step < length; step += 1) {
        for (const did of table.frames[first + step].did) {
          const said = table.frames[first + step].did[0][0] === "said";
          if (did[0] === "holds") add(step, this.words[did[1]]);
          if (did[0] === "opened") add(Math.min(length - 1, said ? step + 1 : step), this.words[did[1]]);
          if (did[0] === "shown") add(step, this.words.count);
        }
      }
      return found;
    }

    nextLance() {
      const next = this.marks().find(([step]) => step > this.step);
      if (next) this.go(this.deal, next[0]);
      else if (this.deal + 1 < this.count) this.go(this.deal + 1, 0);
    }

    go(deal, step) {
      this.deal = Math.max(0, Math.min(deal, this.count - 1));
      this.step = Math.max(0, Math.min(step, this.length - 1));
      this.draw();
      this.write();
    }

    draw() {
      const table = this.tables[0];
      for (const one of this.tables) {
        const at = one.frame(this.deal, this.step);
        one.draw(at);
        one.element.classList.toggle("over", this.deal >= one.deals.length);
      }
      const slide = this.find("slide");
      slide.max = this.length - 1;
      slide.value = this.step;
      slide.setAttribute("aria-valuetext", `${this.step + 1} / ${this.length}`);
      this.find("at").textContent = `${this.step + 1} / ${this.length}`;
      this.find("deal").value = `${this.deal}`;
      this.drawMarks();
      this.drawStory(table);
      if (this.parting) {
        const apart = this.deal > this.parting[0] || (this.deal === this.parting[0] && this.step >= this.parting[1]);
        this.root.classList.toggle("apart", apart);
      }
    }

    drawMarks() {
      const marks = this.marks();
      const now = marks.findLastIndex(([step]) => step <= this.step);
      refill(
        this.find("lances"),
        marks.map(([step, name], at) =>
          make("button", { type: "button", "data-do": step, ...(at === now ? { "aria-current": "step" } : {}) }, capital(name))),
      );
    }

    drawStory(table) {
      const { first, length } = table.deals[Math.min(this.deal, table.deals.length - 1)];
      refill(
        this.find("story"),
        table.frames.slice(first, first + length).map((frame, at) =>
          make("li", at === this.step ? { "aria-current": "step" } : {},
            make("button", { type: "button", "data-do": at }, table.captions.of(frame)))),
      );
    }

    // Deep links: #deal=3&step=12, counted from 1; in a report they follow the page.
    read() {
      const asked = new URLSearchParams(location.hash.replace(/^#([^?]*\?)?/, ""));
      const number = (name) => Math.max(1, Number(asked.get(name)) || 1) - 1;
      this.deal = Math.min(number("deal"), this.count - 1);
      this.step = Math.min(number("step"), this.length - 1);
      this.draw();
      this.link();
    }

    write() {
      const place = `deal=${this.deal + 1}&step=${this.step + 1}`;
      const page = location.hash.startsWith("#/") ? `${location.hash.split("?")[0]}?` : "#";
      history.replaceState(null, "", page + place);
      this.link();
    }

    // Other views of the game are opened at the same place.
    link() {
      const place = `deal=${this.deal + 1}&step=${this.step + 1}`;
      for (const link of document.querySelectorAll("a[data-keep], a[data-lang]")) {
        const [path, hash = ""] = link.getAttribute("href").split("#");
        const page = hash.startsWith("/") ? `${hash.split("?")[0]}?` : "";
        link.setAttribute("href", `${path}#${page}${place}`);
      }
    }
  }

  arena.viewer = (root) => new Viewer(root);
})();
