// The starter bot in C++. It plays the strategy that all starters play; make decide your own.
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>

#include "mus/arena/v1/arena.grpc.pb.h"

using namespace mus::arena::v1;

constexpr auto kConnectWithin = std::chrono::seconds(5);
constexpr int kAs = 1, kRey = 12;
// How good pares are, by the number of pairs among the four cards: 3 are medias, 6 four equal.
constexpr std::array<int, 7> kByPairs = {0, 1, 3, 2, 0, 0, 3};

// How good juego or punto is, by the sum of the values.
int by_total(int total) {
  if (total == 30 || total == 31) return 3;
  if (total == 29 || total == 32 || total == 40) return 2;
  return total == 28 || (total >= 33 && total <= 37) ? 1 : 0;
}

Action say(Call call) {
  Action action;
  action.set_call(call);
  return action;
}

Action envido(unsigned piedras) {
  Action action;
  action.set_envido(piedras);
  return action;
}

// Throws what is no rey, no as and not paired; the newest cards if that is too little.
Action discard(const std::array<int, 4>& faces, const std::array<int, 13>& count, int least) {
  Action action;
  auto* thrown = action.mutable_discard()->mutable_positions();
  for (int i = 0; i < 4; i++) {
    if (faces[i] != kRey && faces[i] != kAs && count[faces[i]] == 1) thrown->Add(i);
  }
  if (thrown->size() < least) {
    thrown->Clear();
    for (int i = 4 - least; i < 4; i++) thrown->Add(i);
  }
  return action;
}

// The strategy that all starters play: a pure function of a turn.
Action decide(const Turn& turn, unsigned kings) {
  const Observation& seen = turn.observation();
  const LegalActions& legal = turn.legal_actions();
  std::array<int, 4> faces{};
  std::array<int, 13> count{};
  int pairs = 0, sum = 0;
  for (int i = 0; i < 4; i++) {
    int rank = seen.hand(i).rank();
    faces[i] = kings == 8 && rank == 3 ? kRey : kings == 8 && rank == 2 ? kAs : rank;
    pairs += count[faces[i]]++;
    sum += std::min(faces[i], 10);
  }
  const int total = by_total(sum);
  const int strength[] = {0, count[kRey], count[kAs], kByPairs[pairs], total, total};  // By lance.
  const int power = 2 * strength[seen.lance()] + (seen.seat() == seen.mano());
  const bool raise = legal.has_envido();
  if (turn.ask() == ASK_SIGNS) {
    Action action;
    auto* signs = action.mutable_signs();
    if (legal.signs().signs_size() > 0) signs->add_signs(legal.signs().signs(0));
    return action;
  }
  if (turn.ask() == ASK_MUS) {
    return say(strength[1] + strength[2] + strength[3] + total >= 4 ? CALL_NO_MUS : CALL_MUS);
  }
  if (turn.ask() == ASK_DISCARD) return discard(faces, count, legal.discard().min());
  const int best = *std::max_element(seen.score().begin(), seen.score().end());
  const int behind = best - static_cast<int>(seen.score(seen.seat() % seen.score_size()));
  const auto& calls = legal.calls();
  const bool ordago = std::find(calls.begin(), calls.end(), CALL_ORDAGO) != calls.end();
  if (power >= 7 && behind >= 15 && ordago) return say(CALL_ORDAGO);
  if (turn.ask() == ASK_BET) {
    if (!raise || (power < 4 && turn.random() % 16 != 0)) return say(CALL_PASO);
    return envido(std::min(legal.envido().max(), legal.envido().min() + std::max(0, power - 4)));
  }
  const int stake = static_cast<int>(seen.stake());
  if (raise && power >= 6 && stake < 10) return envido(legal.envido().min());
  const int enough = raise ? std::min(6, 3 + stake / 5) : 6;
  return say(power >= enough ? CALL_QUIERO : CALL_NO_QUIERO);
}

int fail(const std::string& why) {
  std::cerr << "error: " << why << std::endl;
  return 1;
}

int main() {
  std::signal(SIGTERM, [](int) { std::_Exit(0); });
  const char* address = std::getenv("MUS_ARENA_ADDRESS");
  const char* token = std::getenv("MUS_ARENA_TOKEN");
  if (!address || !token) {
    return fail("MUS_ARENA_ADDRESS or MUS_ARENA_TOKEN is not set: the arena starts a bot");
  }
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  auto channel = grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
  if (!channel->WaitForConnected(std::chrono::system_clock::now() + kConnectWithin)) {
    return fail(std::string("no arena at ") + address);
  }
  grpc::ClientContext context;
  auto stream = ArenaService::NewStub(channel)->Play(&context);
  PlayRequest said;
  said.mutable_hello()->set_token(token);
  said.mutable_hello()->set_protocol_version(1);
  said.mutable_hello()->set_name("starter-cpp");
  said.mutable_hello()->set_version("1");
  said.mutable_hello()->set_signs(true);
  stream->Write(said);  // A write fails only if the stream has ended; then Finish tells why.
  unsigned kings = 8;
  for (PlayResponse heard; stream->Read(&heard);) {
    if (heard.has_welcome()) kings = heard.welcome().rules().kings();
    if (heard.has_fault()) std::cerr << "fault: " << heard.fault().detail() << std::endl;
    if (heard.has_goodbye()) stream->WritesDone();
    if (!heard.has_turns()) continue;  // Other kinds need no answer.
    said.Clear();
    for (const Turn& turn : heard.turns().turns()) {
      Decision* decision = said.mutable_decisions()->add_decisions();
      decision->set_turn_id(turn.turn_id());
      *decision->mutable_action() = decide(turn, kings);
    }
    stream->Write(said);
  }
  const grpc::Status status = stream->Finish();
  return status.ok() ? 0 : fail(status.error_message());
}
