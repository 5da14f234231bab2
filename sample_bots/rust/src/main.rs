//! The starter bot in Rust. It plays the strategy that all starters play; make `decide` your own.

use std::time::{Duration, Instant};
use std::{env, error::Error, process::ExitCode};

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::{Channel, Endpoint};

use action::Action::{Call as Say, Discard as Throw, Envido, Signs};
use arena_service_client::ArenaServiceClient;
use play_request::Message as Request;
use play_response::Message as Response;

tonic::include_proto!("mus.arena.v1");

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut stop = signal(SignalKind::terminate()).expect("SIGTERM can be caught");
    tokio::select! {
        _ = stop.recv() => ExitCode::SUCCESS,
        played = play() => match played {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        },
    }
}

/// Holds the whole conversation; an error if the arena did not end it well.
async fn play() -> Result<(), Box<dyn Error>> {
    let (Ok(address), Ok(token)) = (env::var("MUS_ARENA_ADDRESS"), env::var("MUS_ARENA_TOKEN")) else {
        return Err("MUS_ARENA_ADDRESS or MUS_ARENA_TOKEN is not set: the arena starts a bot".into());
    };
    let mut client = ArenaServiceClient::new(connect(&address).await?).max_decoding_message_size(usize::MAX);
    let (outbox, said) = mpsc::unbounded_channel();
    let hello = Hello {
        token,
        protocol_version: 1,
        name: "starter-rust".into(),
        version: "1".into(),
        signs: true,
        ..Default::default()
    };
    // A send fails only if the stream has ended; then `message` tells why.
    let _ = outbox.send(PlayRequest { message: Some(Request::Hello(hello)) });
    let mut outbox = Some(outbox);
    let refused = |status: tonic::Status| format!("{:?}: {}", status.code(), status.message());
    let mut heard = client.play(UnboundedReceiverStream::new(said)).await.map_err(refused)?.into_inner();
    let mut kings = 8;
    while let Some(response) = heard.message().await.map_err(refused)? {
        match response.message {
            Some(Response::Welcome(welcome)) => kings = welcome.rules.map_or(kings, |rules| rules.kings),
            Some(Response::Turns(asked)) => {
                let answer = |turn: Turn| Decision {
                    turn_id: turn.turn_id,
                    action: Some(Action { action: Some(decide(turn, kings)) }),
                };
                let decisions = asked.turns.into_iter().map(answer).collect();
                let message = Some(Request::Decisions(Decisions { decisions }));
                let _ = outbox.as_ref().map(|outbox| outbox.send(PlayRequest { message }));
            }
            Some(Response::Fault(fault)) => eprintln!("fault: {}", fault.detail),
            Some(Response::Goodbye(_)) => outbox = None,
            _ => {} // Other kinds need no answer.
        }
    }
    Ok(())
}

/// Connects; an arena that does not listen yet is tried again for a while.
async fn connect(address: &str) -> Result<Channel, Box<dyn Error>> {
    let uri = if address.starts_with("unix:") { address.into() } else { format!("http://{address}") };
    let endpoint = Endpoint::from_shared(uri)?;
    let deadline = Instant::now() + Duration::from_secs(5);
    loop {
        match endpoint.connect().await {
            Ok(channel) => return Ok(channel),
            Err(error) if Instant::now() > deadline => return Err(format!("no arena at {address}: {error}").into()),
            Err(_) => tokio::time::sleep(Duration::from_millis(250)).await,
        }
    }
}

const AS: usize = 1;
const REY: usize = 12;
/// How good pares are, by the number of pairs among the four cards: 3 are medias, 6 four equal.
const BY_PAIRS: [u32; 7] = [0, 1, 3, 2, 0, 0, 3];

/// How good juego or punto is, by the sum of the values.
fn by_total(total: usize) -> u32 {
    match total {
        30 | 31 => 3,
        29 | 32 | 40 => 2,
        28 | 33..=37 => 1,
        _ => 0,
    }
}

/// The strategy that all starters play: a pure function of a turn.
fn decide(turn: Turn, kings: u32) -> action::Action {
    let ask = turn.ask();
    let (seen, legal) = (turn.observation.unwrap_or_default(), turn.legal_actions.unwrap_or_default());
    let face = |card: &Card| match card.rank as usize {
        2 if kings == 8 => AS,
        3 if kings == 8 => REY,
        rank => rank,
    };
    let faces: Vec<usize> = seen.hand.iter().map(face).collect();
    let count = |face| faces.iter().filter(|&&other| other == face).count();
    let pairs = faces.iter().map(|&face| count(face) - 1).sum::<usize>() / 2;
    let total = by_total(faces.iter().map(|&face| face.min(10)).sum());
    let strength = [0, count(REY) as u32, count(AS) as u32, BY_PAIRS[pairs], total, total]; // By lance.
    let power = 2 * strength[seen.lance as usize] + u32::from(seen.seat == seen.mano);
    let best = seen.score.iter().max().unwrap_or(&0);
    let behind = best - seen.score[seen.seat as usize % seen.score.len()];
    let ordago = power >= 7 && behind >= 15 && legal.calls.contains(&Call::Ordago.into());
    match (ask, legal.envido) {
        (Ask::Signs, _) => {
            let signs = legal.signs.unwrap_or_default().signs.into_iter().take(1).collect();
            Signs(SignSet { signs })
        }
        (Ask::Mus, _) if strength[1..5].iter().sum::<u32>() >= 4 => say(Call::NoMus),
        (Ask::Mus, _) => say(Call::Mus),
        (Ask::Discard, _) => {
            let least = legal.discard.map_or(0, |range| range.min);
            let is_loose = |&i: &u32| !matches!(faces[i as usize], AS | REY) && count(faces[i as usize]) == 1;
            let loose: Vec<u32> = (0..4).filter(is_loose).collect();
            let enough = loose.len() >= least as usize;
            Throw(Discard { positions: if enough { loose } else { (4 - least..4).collect() } })
        }
        _ if ordago => say(Call::Ordago),
        (Ask::Bet, Some(range)) if power >= 4 || turn.random % 16 == 0 => {
            Envido(range.max.min(range.min + power.saturating_sub(4)))
        }
        (Ask::Bet, _) => say(Call::Paso),
        (_, Some(range)) if power >= 6 && seen.stake < 10 => Envido(range.min),
        (_, Some(_)) if power >= 3 + seen.stake / 5 => say(Call::Quiero),
        _ if power >= 6 => say(Call::Quiero),
        _ => say(Call::NoQuiero),
    }
}

fn say(call: Call) -> action::Action {
    Say(call.into())
}
