// Computes the cards of a league again from its seed, knowing nothing but proto/README.md.
// node verify.js SEED deals.ndjson     SEED is 64 hex digits, the file an export of the deals.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

type Deal = { game: number; group: number; round: number; deal: number; key: string;
  mano: number; deck: string[]; stocks: string[]; hands: string[] };
const DECK = [..."oceb"].flatMap((suit) => [..."1234567SCR"].map((number) => number + suit));
const whole = (value: number, bytes: number): Buffer =>
  Buffer.from(value.toString(16).padStart(2 * bytes, "0"), "hex");

function keyBytes(domain: string, seed: Buffer, pairing: string, numbers: number[]): Buffer {
  const texts = [Buffer.from(domain), seed, Buffer.from(pairing)];
  return Buffer.concat([...texts.flatMap((text) => [whole(text.length, 4), text]),
    ...numbers.map((number) => whole(number, 8))]);
}

function draws(key: Buffer): (n: number) => number {
  const bytes = createHash("shake256", { outputLength: 4096 }).update(key).digest();
  let at = 0;
  return (n) => {
    while (bytes[at] >= 256 - (256 % n)) at++;
    return bytes[at++] % n;
  };
}

function shuffled(cards: string[], key: Buffer): string[] {
  const items = DECK.filter((card) => cards.includes(card));
  const below = draws(key);
  for (let i = items.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

function verify(seed: Buffer, row: Deal): void {
  const { game, group, round, deal, key, mano, deck, stocks, hands } = row;
  const check = (what: string, found: unknown, right: unknown) => {
    if (String(found) !== String(right)) throw new Error(`game ${game}, deal ${deal}: ${what}`);
  };
  [deck.join(" "), ...stocks].forEach((cards, k) =>
    check(k ? `stock ${k}` : "deck", cards.split(" "),
      shuffled(k ? cards.split(" ") : DECK, keyBytes("deck", seed, key, [group, round, deal, k]))));
  if (round === 1 && deal === 1)
    check("mano", mano, draws(keyBytes("mano", seed, key, [group]))(hands.length));
  hands.forEach((hand, seat) => check("hands", hand.split(" "),
    [0, 1, 2, 3].map((turn) => deck.filter((_, i) => (i + mano) % hands.length === seat)[turn])));
}

let deals = 0;
const seed = Buffer.from(process.argv[2], "hex");
for await (const line of createInterface(createReadStream(process.argv[3]))) {
  verify(seed, JSON.parse(line));
  deals++;
}
const commitment = createHash("sha256").update(seed).digest("hex");
console.log(`${deals} deals have the cards of their keys; SHA-256 of the seed: ${commitment}`);
