// A card, drawn from the suits and figures of cards.svg. The gaps in its frame tell the suit, as on Spanish cards.
"use strict";
(() => {
  const arena = (globalThis.arena ??= {});

  const NUMBERS = { S: "10", C: "11", R: "12" };
  const GAPS = { o: [], c: [37], e: [31, 43], b: [28, 37, 46] };
  const COLOURS = {
    o: ["#b9831a", "#7a4a1e"],
    c: ["#b8342b", "#2e5d8a"],
    e: ["#2f5f95", "#8a2f2a"],
    b: ["#4d7a2a", "#7a4a1e"],
  };
  const SLIM = "eb";
  // Where the pips lie: centre and size.
  const PIPS = {
    1: [[30, 46, 34]],
    2: [[30, 27, 22], [30, 65, 22]],
    3: [[30, 21, 19], [30, 46, 19], [30, 71, 19]],
    4: [[19, 28, 18], [41, 28, 18], [19, 64, 18], [41, 64, 18]],
    5: [[19, 25, 17], [41, 25, 17], [30, 46, 17], [19, 67, 17], [41, 67, 17]],
    6: [[19, 24, 16], [41, 24, 16], [19, 46, 16], [41, 46, 16], [19, 68, 16], [41, 68, 16]],
    7: [[19, 23, 14.5], [41, 23, 14.5], [30, 34.5, 14.5], [19, 46, 14.5], [41, 46, 14.5], [19, 69, 14.5], [41, 69, 14.5]],
  };

  // Half of the frame: the top, from behind the number on, and the left side; turned it is the other half.
  const frame = (suit) => {
    const edges = [20, ...GAPS[suit].flatMap((x) => [x - 2.5, x + 2.5]), 54];
    let path = "M6 18V86";
    for (let i = 0; i < edges.length; i += 2) path += `M${edges[i]} 6H${edges[i + 1]}`;
    return `<path d="${path}" fill="none" stroke="${COLOURS[suit][0]}" stroke-width="1"/>`;
  };

  const use = (id, x, y, width, height) =>
    `<use href="#${id}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;

  const pip = (suit, x, y, size) => use(`suit-${suit}`, x - size / 2, y - size / 2, size, size);

  const face = (number, suit) => {
    const printed = NUMBERS[number] ?? number;
    const index = `<text x="5" y="13" class="index" fill="${COLOURS[suit][0]}">${printed}</text>`;
    const pips = PIPS[number];
    const big = SLIM.includes(suit) ? 1.18 : 1;
    const inside = pips
      ? pips.map(([x, y, size]) => pip(suit, x, y, size * big)).join("")
      : use(`figure-${number}`, 10, 21, 40, 58) + use(`suit-${suit}`, 38, 9, 14, 14);
    const corner = frame(suit) + index;
    return `<rect x=".5" y=".5" width="59" height="91" rx="5" class="paper"/>${inside}${corner}<g transform="rotate(180 30 46)">${corner}</g>`;
  };

  const back =
    '<rect x=".5" y=".5" width="59" height="91" rx="5" class="paper"/><rect x="4.5" y="4.5" width="51" height="83" rx="3" class="back"/>' +
    '<path class="lines" d="M4.5 25L25 4.5M4.5 46L46 4.5M4.5 67L55.5 16M5 87.5L55.5 37M25 87.5L55.5 57M46 87.5L55.5 78M35 4.5L55.5 25M14 4.5L55.5 46M4.5 16L55.5 67M4.5 37L55 87.5M4.5 57L35 87.5M4.5 78L14 87.5"/>' +
    '<circle cx="30" cy="46" r="11" class="back"/><circle cx="30" cy="46" r="8.5" class="ring"/>';

  // `text` is a card such as "Ro", or "?" for one that is not seen; `words` are the texts of the language.
  arena.card = (text, words) => {
    const known = /^[1-7SCR][oceb]$/.test(text);
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 60 92");
    svg.setAttribute("role", "img");
    svg.setAttribute("class", known ? `card suit-${text[1]}` : "card hidden");
    svg.setAttribute("aria-label", known ? arena.cardName(text, words) : words.hidden_card);
    svg.innerHTML = known ? face(text[0], text[1]) : back;
    if (known) {
      svg.style.setProperty("--suit", COLOURS[text[1]][0]);
      svg.style.setProperty("--suit2", COLOURS[text[1]][1]);
    }
    return svg;
  };

  arena.cardName = (text, words) =>
    arena.fill(words.card_name, { number: words[`number_${text[0]}`], suit: words[`suit_${text[1]}`] });

  // "{seat} bets {n}." with its values.
  arena.fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all);
})();
