// What happened in a step, in words; and the small things that building a table takes.
"use strict";
(() => {
  const arena = (globalThis.arena ??= {});

  // An element with attributes and what is inside.
  const make = (name, attributes = {}, ...inside) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
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
        case "opened": return frame.did.some((did) => (did[0] === "holds" && did[1] === of[0]) || did[0] === "closed") ? "" : say("opened", { lance: lance(of[0]) });
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

  Object.assign(arena, { make, capital, Captions });
})();
