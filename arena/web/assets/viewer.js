// The table: plays the steps of one game, or of the games with the same cards side by side.
"use strict";
(() => {
  const arena = (globalThis.arena ??= {});

  const SEATS = { 2: ["s", "n"], 3: ["s", "ne", "nw"], 4: ["s", "e", "n", "w"], 5: ["s", "se", "ne", "nw", "sw"], 6: ["s", "se", "ne", "n", "nw", "sw"] };
  const PLAY_MS = 1100;

  const make = (name, attributes = {}, ...inside) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  };

  // Every step as the whole table, from what is new in each.
  const unfold = (steps) => {
    let now = {};
    return steps.map((step) => (now = { ...now, ...step }));
  };

  // Where each deal begins: [{first, length, game, deal}].
  const dealsOf = (frames) => {
    const deals = [];
    frames.forEach((frame, at) => {
      if (frame.did.some((did) => did[0] === "deal")) deals.push({ first: at, length: 0, game: frame.game, deal: frame.deal });
      if (deals.length) deals[deals.length - 1].length += 1;
    });
    return deals;
  };

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  class Captions {
    constructor(game, words) {
      this.game = game;
      this.words = words;
    }

    seat(seat) {
      return `${this.game.seats[seat]} (${seat})`;
    }

    cards(text) {
      return text ? text.split(" ").map((card) => arena.cardName(card, this.words)).join(", ") + "." : "";
    }

    of(frame) {
      return frame.did.map((did) => this.one(did, frame)).filter(Boolean).join(" ");
    }

    one([kind, ...of], frame) {
      const { words, game } = this;
      const say = (key, values = {}) => arena.fill(words[`s_${key}`], values);
      const lance = (name) => capital(words[name]);
      switch (kind) {
        case "deal": return say("deal", { deal: of[0], seat: this.seat(of[1]) });
        case "mano": return say("mano", { seat: this.seat(of[0]) });
        case "said": {
          const raised = of[1] === "envido" && frame.words[of[0]].startsWith("raise");
          return say(raised ? "raise" : of[1], { seat: this.seat(of[0]), n: of[2] });
        }
        case "discards": return say("discards", { seat: this.seat(of[0]), n: of[1], cards: this.cards(of[2]) });
        case "draws": return say("draws", { seat: this.seat(of[0]), n: of[1], cards: this.cards(of[2]) });
        case "stock": return say("stock", { n: of[0] });
        case "exposed": return say("exposed", { seat: this.seat(of[0]), card: arena.cardName(of[1], words) });
        case "signs": return say("signs", { seat: this.seat(of[0]), signs: of[1].map((sign) => sign.replaceAll("_", " ")).join(", ") });
        case "holds": return of[1].length ? say("holds", { lance: lance(of[0]), seats: of[1].map((seat) => this.seat(seat)).join(", ") }) : say("holds_none", { lance: lance(of[0]) });
        case "opened": return frame.did.some((did) => did[0] === "holds" && did[1] === of[0]) ? "" : say("opened", { lance: lance(of[0]) });
        case "closed": {
          const key = of[1] === "ordago" ? "closed_ordago" : of[1];
          return say(key, { lance: words[of[0]], n: of[1] === "deje" ? of[4] : of[2], team: game.teams[of[3]] ?? "" });
        }
        case "shown": {
          const worth = `${words[`kind_${of[2]}`]}, ${words[of[3] ? "juego" : "punto"]} ${of[4]}`;
          return say("shown", { seat: this.seat(of[0]), worth });
        }
        case "counted": return say("counted", { lance: lance(of[0]), n: of[2], team: game.teams[of[1]] });
        case "score": return say("score", { score: of[0].join(" – ") });
        case "game": return say("game", { team: game.teams[of[0]] });
        case "match": return game.gamesToWin > 1 ? say("match", { team: game.teams[of[0]] }) : "";
        default: return "";
      }
    }
  }

  const bubble = (word, words) => {
    const [kind, n] = word.split(/ (?=\d)/);
    return arena.fill(words[`w_${kind}`], { n });
  };

  // Five stones are an amarraco.
  const stones = (score) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const big = Math.floor(score / 5);
    const small = score % 5;
    const width = big * 15 + small * 11 + 4;
    svg.setAttribute("viewBox", `0 0 ${width} 18`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", 18);
    svg.setAttribute("class", "stones");
    svg.setAttribute("aria-hidden", "true");
    let inside = "";
    for (let i = 0; i < big; i += 1) inside += `<ellipse class="amarraco" cx="${9 + 15 * i}" cy="9" rx="6.5" ry="8"/><ellipse class="shine" cx="${7.5 + 15 * i}" cy="6" rx="2" ry="2.6"/>`;
    for (let i = 0; i < small; i += 1) inside += `<circle class="piedra" cx="${7 + 15 * big + 11 * i}" cy="11.5" r="4.6"/>`;
    svg.innerHTML = inside;
    return svg;
  };

  class Table {
    // `bots` are the names in order: a bot has the same colour in every room.
    constructor(game, words, bots) {
      this.game = game;
      this.words = words;
      this.colours = game.teams.map((name) => bots.indexOf(name));
      this.frames = unfold(game.steps);
      this.deals = dealsOf(this.frames);
      this.captions = new Captions(game, words);
      this.felt = make("div", { class: `felt of-${game.seats.length}` });
      this.score = make("div", { class: "score" });
      this.lances = make("div", { class: "lance-now" });
      this.caption = make("p", { class: "caption", role: "status" });
      this.element = make("div", { class: "table" }, this.score, this.felt, make("div", { class: "beside" }, this.caption, this.lances));
    }

    frame(deal, step) {
      const found = this.deals[Math.min(deal, this.deals.length - 1)];
      return found.first + Math.min(step, found.length - 1);
    }

    draw(at) {
      const frame = this.frames[at];
      const { game, words } = this;
      const bottom = game.view ?? 0;
      const places = SEATS[game.seats.length];
      this.felt.replaceChildren(
        ...game.seats.map((name, seat) => this.seat(frame, seat, places[(seat - bottom + game.seats.length) % game.seats.length])),
        this.centre(frame),
      );
      this.score.replaceChildren(
        ...game.teams.map((name, team) =>
          make("div", { class: `team team-${this.colours[team]}` },
            make("span", { class: "name" }, name),
            stones(Math.min(frame.score[team], game.target)),
            make("span", { class: "points" }, `${frame.score[team]}`, make("small", {}, ` / ${game.target}`)),
            ...(game.gamesToWin > 1 ? [make("span", { class: "wins" }, "●".repeat(frame.wins[team]) + "○".repeat(Math.max(0, game.gamesToWin - frame.wins[team])))] : []),
          )),
      );
      this.caption.textContent = this.captions.of(frame);
      this.lances.replaceChildren(this.lanceTable(frame, words));
    }

    seat(frame, seat, place) {
      const { game, words } = this;
      const said = frame.words[seat];
      const name = make("p", { class: "who" }, make("b", {}, game.seats[seat]), ` ${seat}`);
      if (frame.mano === seat) name.append(make("span", { class: "mano" }, words.mano_badge));
      const hand = make("div", { class: "hand" });
      for (const card of frame.hands[seat].split(" ").filter(Boolean)) hand.append(arena.card(card, words));
      const talk = make("p", { class: said ? `bubble said-${said.split(" ")[0]}` : "bubble empty" }, said ? bubble(said, words) : "");
      const classes = `seat at-${place} team-${this.colours[game.team[seat]]}${frame.actor === seat ? " acts" : ""}${game.view === seat ? " me" : ""}`;
      return make("div", { class: classes, role: "group", "aria-label": this.captions.seat(seat) }, talk, hand, name);
    }

    centre(frame) {
      const { words } = this;
      const lance = frame.lances[frame.lances.length - 1];
      const counting = frame.lances.some((one) => one[6] !== null);
      const title = counting ? words.count : lance ? words[lance[0]] : words.talk;
      const stake = lance && !counting ? (lance[2] ? words.w_ordago : lance[1] ? `${lance[1]} ${words.at_stake}` : "") : "";
      const pile = frame.thrown ? make("div", { class: "pile", "aria-hidden": "true" }, arena.card("?", words), make("span", {}, `${frame.thrown}`)) : "";
      return make("div", { class: "centre" }, make("p", { class: "lance" }, capital(title)), make("p", { class: "stake" }, stake), pile);
    }

    lanceTable(frame, words) {
      const row = (lance) => {
        const [name, stake, ordago, outcome, team, deje, counted] = lance;
        const told = outcome ? words[`outcome_${outcome}`] : "…";
        const won = (counted ?? 0) + deje;
        return make("li", { class: team === null ? "" : `team-${this.colours[team]}` },
          make("b", {}, capital(words[name])),
          make("span", {}, ordago && outcome === null ? words.w_ordago : stake && outcome !== "deje" ? `${told} ${stake}` : told),
          make("em", {}, won ? `+${won} ${this.game.teams[team]}` : ""));
      };
      const open = ["grande", "chica", "pares", "juego"].slice(frame.lances.length);
      const waiting = open.map((name) => make("li", { class: "waits" }, make("b", {}, capital(words[name])), make("span", {}, ""), make("em", {}, "")));
      return make("ul", {}, ...frame.lances.map(row), ...waiting);
    }
  }

  class Viewer {
    constructor(root) {
      this.root = root;
      // In a report the data lie apart, once for all languages.
      const json = (element) => JSON.parse(element.textContent);
      const apart = root.dataset.games;
      this.words = json(apart ? document.getElementById(`words-${document.documentElement.lang}`) : root.querySelector("[data-words-here]"));
      const games = apart ? apart.split(" ").map((id) => json(document.getElementById(id))) : json(root.querySelector("[data-games-here]"));
      this.tables = games.map((game) => new Table(game, this.words, games[0].teams));
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
      this.find("lances").replaceChildren(
        ...marks.map(([step, name], at) =>
          make("button", { type: "button", "data-do": step, ...(at === now ? { "aria-current": "step" } : {}) }, capital(name))),
      );
    }

    drawStory(table) {
      const { first, length } = table.deals[Math.min(this.deal, table.deals.length - 1)];
      this.find("story").replaceChildren(
        ...table.frames.slice(first, first + length).map((frame, at) =>
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
