// One table as it is after a step: score, felt, seats with cards and bubbles, lances.
"use strict";
(() => {
  const arena = (globalThis.arena ??= {});
  const { make, capital } = arena;

  // Where seats sit, from the one nearest to who looks, in speaking order: to the right.
  const SEATS = { 2: ["s", "n"], 3: ["s", "ne", "nw"], 4: ["s", "e", "n", "w"], 5: ["s", "se", "ne", "nw", "sw"], 6: ["s", "se", "ne", "n", "nw", "sw"] };

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
      this.captions = new arena.Captions(game, words);
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
        ...game.seats.map((_, seat) => this.seat(frame, seat, places[(seat - bottom + game.seats.length) % game.seats.length])),
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
      // A step that ends a lance shows how it ended, though the next may be open by now.
      const closed = frame.did.findLast((did) => did[0] === "closed");
      const lance = closed ? frame.lances.find((one) => one[0] === closed[1]) : frame.lances[frame.lances.length - 1];
      const counting = frame.lances.some((one) => one[6] !== null);
      const title = counting ? words.count : lance ? words[lance[0]] : words.talk;
      const stake = lance && !counting ? this.stake(lance) : "";
      const pile = frame.thrown ? make("div", { class: "pile", "aria-hidden": "true" }, arena.card("?", words), make("span", {}, `${frame.thrown}`)) : "";
      return make("div", { class: "centre" }, make("p", { class: "lance" }, capital(title)), make("p", { class: "stake" }, stake), pile);
    }

    stake([, stake, ordago, outcome, , deje]) {
      const { words } = this;
      if (outcome) return `${words[`outcome_${outcome}`]} ${deje || (outcome === "querido" ? stake : "")}`;
      if (ordago) return words.w_ordago;
      return stake ? `${stake} ${words.at_stake}` : "";
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

  arena.Table = Table;
})();
