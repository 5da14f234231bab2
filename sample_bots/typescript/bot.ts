// The starter bot in TypeScript. It plays the strategy that all starters play; make decide your own.
import { ClientDuplexStream, credentials } from "@grpc/grpc-js";
import {
  Action, ArenaServiceClient, Ask, Call, LegalActions, Observation, PlayRequest, PlayResponse, Turn,
} from "./build/mus/arena/v1/arena.js";

const CONNECT_WITHIN_MS = 5000;
const NO_LIMIT = { "grpc.max_receive_message_length": -1, "grpc.enable_http_proxy": 0 };

function main(): void {
  process.on("SIGTERM", () => process.exit(0));
  const { MUS_ARENA_ADDRESS: address, MUS_ARENA_TOKEN: token } = process.env;
  if (!address || !token) {
    fail("MUS_ARENA_ADDRESS or MUS_ARENA_TOKEN is not set: the arena starts a bot");
  }
  const client = new ArenaServiceClient(address, credentials.createInsecure(), NO_LIMIT);
  client.waitForReady(Date.now() + CONNECT_WITHIN_MS, (error) => {
    if (error) {
      fail(`no arena at ${address}: ${error.message}`);
    }
    const stream = client.play();
    stream.on("error", (error) => fail(error.message));
    stream.on("end", () => client.close());
    const hello = { token, protocolVersion: 1, name: "starter-typescript", version: "1" };
    stream.write({
      message: { $case: "hello", value: { ...hello, maxTables: 0, signs: true, results: false } },
    });
    converse(stream);
  });
}

function fail(why: string): never {
  process.stderr.write(`error: ${why}\n`);
  process.exit(1);
}

/** Answers every message of turns by one of decisions; other kinds need no answer. */
function converse(stream: ClientDuplexStream<PlayRequest, PlayResponse>): void {
  let kings = 8;
  stream.on("data", ({ message }: PlayResponse) => {
    switch (message?.$case) {
      case "welcome":
        kings = message.value.rules?.kings ?? kings;
        break;
      case "turns": {
        const decisions = message.value.turns.map((turn) => ({
          turnId: turn.turnId,
          action: { action: decide(turn, kings) },
        }));
        stream.write({ message: { $case: "decisions", value: { decisions } } });
        break;
      }
      case "fault":
        process.stderr.write(`fault: ${message.value.detail}\n`);
        break;
      case "goodbye":
        stream.end();
    }
  });
}

const AS = 1;
const REY = 12;
/** What a 2 and a 3 play as with eight kings. */
const EIGHT_KINGS: Record<number, number> = { 2: AS, 3: REY };
/** How good pares are, by the number of pairs among the four cards: 3 are medias, 6 four equal. */
const BY_PAIRS = [0, 1, 3, 2, 0, 0, 3];
/** How good juego or punto is, by the sum of the values. */
const BY_TOTAL: Record<number, number> = {
  28: 1, 29: 2, 30: 3, 31: 3, 32: 2, 33: 1, 34: 1, 35: 1, 36: 1, 37: 1, 40: 2,
};

/** The strategy that all starters play: a pure function of a turn. */
function decide(turn: Turn, kings: number): Action["action"] {
  const seen = turn.observation as Observation;
  const legal = turn.legalActions as LegalActions;
  const faces = seen.hand.map(({ rank }): number => (kings === 8 && EIGHT_KINGS[rank]) || rank);
  const count = (face: number) => faces.filter((other) => other === face).length;
  const pairs = faces.reduce((sum, face) => sum + count(face) - 1, 0) / 2;
  const total = BY_TOTAL[faces.reduce((sum, face) => sum + Math.min(face, 10), 0)] ?? 0;
  const strength = [0, count(REY), count(AS), BY_PAIRS[pairs], total, total]; // By lance.
  switch (turn.ask) {
    case Ask.ASK_SIGNS:
      return { $case: "signs", value: { signs: legal.signs?.signs.slice(0, 1) ?? [] } };
    case Ask.ASK_MUS:
      return say(strength[1] + strength[2] + strength[3] + total >= 4 ? Call.CALL_NO_MUS : Call.CALL_MUS);
    case Ask.ASK_DISCARD: {
      const least = legal.discard?.min ?? 0;
      const loose = [0, 1, 2, 3].filter((i) => ![AS, REY].includes(faces[i]) && count(faces[i]) === 1);
      const positions = loose.length >= least ? loose : [0, 1, 2, 3].slice(4 - least);
      return { $case: "discard", value: { positions } };
    }
  }
  const power = 2 * strength[seen.lance] + (seen.seat === seen.mano ? 1 : 0);
  const behind = Math.max(...seen.score) - seen.score[seen.seat % seen.score.length];
  if (power >= 7 && behind >= 15 && legal.calls.includes(Call.CALL_ORDAGO)) {
    return say(Call.CALL_ORDAGO);
  }
  return turn.ask === Ask.ASK_BET ? bet(turn, legal, power) : answer(seen, legal, power);
}

/** Opens with a good hand, and now and then with none. */
function bet({ random }: Turn, { envido }: LegalActions, power: number): Action["action"] {
  if (envido && (power >= 4 || random % 16n === 0n)) {
    const value = Math.min(envido.max, envido.min + Math.max(0, power - 4));
    return { $case: "envido", value };
  }
  return say(Call.CALL_PASO);
}

/** Raises with a very good hand; says quiero to a higher stake only with a better one. */
function answer({ stake }: Observation, { envido }: LegalActions, power: number): Action["action"] {
  if (envido && power >= 6 && stake < 10) {
    return { $case: "envido", value: envido.min };
  }
  const enough = envido ? Math.min(6, 3 + Math.floor(stake / 5)) : 6;
  return say(power >= enough ? Call.CALL_QUIERO : Call.CALL_NO_QUIERO);
}

function say(value: Call): Action["action"] {
  return { $case: "call", value };
}

main();
