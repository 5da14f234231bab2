// The starter bot in Go. It plays the strategy that all starters play; make decide your own.
package main

//go:generate sh generate.sh

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	pb "starter/build/arena"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := play(ctx); err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// play holds the whole conversation; nil if the arena ended it well.
func play(ctx context.Context) error {
	address, token := os.Getenv("MUS_ARENA_ADDRESS"), os.Getenv("MUS_ARENA_TOKEN")
	if address == "" || token == "" {
		return errors.New("MUS_ARENA_ADDRESS or MUS_ARENA_TOKEN is not set: the arena starts a bot")
	}
	conn, err := grpc.NewClient(address, grpc.WithNoProxy(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(1<<30)))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	waiting := time.AfterFunc(5*time.Second, cancel) // Until then an arena that is not there is tried again.
	stream, err := pb.NewArenaServiceClient(conn).Play(ctx, grpc.WaitForReady(true))
	if !waiting.Stop() || err != nil {
		return fmt.Errorf("no arena at %s", address)
	}
	// A send fails only if the stream has ended; then Recv tells why.
	_ = stream.Send(&pb.PlayRequest{Message: &pb.PlayRequest_Hello{Hello: &pb.Hello{
		Token: token, ProtocolVersion: 1, Name: "starter-go", Version: "1", Signs: true}}})
	return converse(stream)
}

// converse answers every message of turns by one of decisions, until the stream ends.
func converse(stream pb.ArenaService_PlayClient) error {
	kings := uint32(8)
	for {
		message, err := stream.Recv()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		switch said := message.Message.(type) { // Other kinds need no answer.
		case *pb.PlayResponse_Welcome:
			kings = said.Welcome.Rules.Kings
		case *pb.PlayResponse_Turns:
			answers := &pb.Decisions{}
			for _, turn := range said.Turns.Turns {
				action := decide(turn, kings)
				answers.Decisions = append(answers.Decisions, &pb.Decision{TurnId: turn.TurnId, Action: action})
			}
			_ = stream.Send(&pb.PlayRequest{Message: &pb.PlayRequest_Decisions{Decisions: answers}})
		case *pb.PlayResponse_Fault:
			fmt.Fprintln(os.Stderr, "fault:", said.Fault.Detail)
		case *pb.PlayResponse_Goodbye:
			_ = stream.CloseSend()
		}
	}
}

const as, rey = 1, 12

// withEightKings tells what each rank plays as if a 3 is a rey and a 2 an as.
var withEightKings = [13]int{1: as, 2: as, 3: rey, 4: 4, 5: 5, 6: 6, 7: 7, 10: 10, 11: 11, 12: rey}

// How good pares are by the number of pairs among the four cards, and juego or punto by the sum.
var byPairs = [7]int{1: 1, 2: 3, 3: 2, 6: 3}
var byTotal = [41]int{28: 1, 29: 2, 30: 3, 31: 3, 32: 2, 33: 1, 34: 1, 35: 1, 36: 1, 37: 1, 40: 2}

// decide is the strategy that all starters play: a pure function of a turn.
func decide(turn *pb.Turn, kings uint32) *pb.Action {
	seen, legal := turn.Observation, turn.LegalActions
	var pairs, total, faces, count = 0, 0, [4]int{}, [13]int{}
	for i, card := range seen.Hand {
		faces[i] = int(card.Rank)
		if kings == 8 {
			faces[i] = withEightKings[faces[i]]
		}
		pairs += count[faces[i]]
		count[faces[i]]++
		total += min(faces[i], 10)
	}
	strength := [6]int{0, count[rey], count[as], byPairs[pairs], byTotal[total], byTotal[total]}
	switch turn.Ask {
	case pb.Ask_ASK_SIGNS:
		signs := legal.Signs.GetSigns()
		return &pb.Action{Action: &pb.Action_Signs{Signs: &pb.SignSet{Signs: signs[:min(1, len(signs))]}}}
	case pb.Ask_ASK_MUS:
		if strength[1]+strength[2]+strength[3]+strength[4] >= 4 {
			return say(pb.Call_CALL_NO_MUS)
		}
		return say(pb.Call_CALL_MUS)
	case pb.Ask_ASK_DISCARD:
		thrown, least := []uint32{}, legal.Discard.GetMin()
		for i, face := range faces {
			if face != rey && face != as && count[face] == 1 {
				thrown = append(thrown, uint32(i))
			}
		}
		if len(thrown) < int(least) {
			thrown = []uint32{0, 1, 2, 3}[4-least:]
		}
		return &pb.Action{Action: &pb.Action_Discard{Discard: &pb.Discard{Positions: thrown}}}
	}
	power, stake := 2*strength[seen.Lance], int(seen.Stake)
	if seen.Seat == seen.Mano {
		power++
	}
	behind := slices.Max(seen.Score) - seen.Score[int(seen.Seat)%len(seen.Score)]
	switch raise := legal.Envido; {
	case power >= 7 && behind >= 15 && slices.Contains(legal.Calls, pb.Call_CALL_ORDAGO):
		return say(pb.Call_CALL_ORDAGO)
	case turn.Ask == pb.Ask_ASK_BET && raise != nil && (power >= 4 || turn.Random%16 == 0):
		return envido(min(raise.Max, raise.Min+uint32(max(0, power-4))))
	case turn.Ask == pb.Ask_ASK_BET:
		return say(pb.Call_CALL_PASO)
	case raise != nil && power >= 6 && stake < 10:
		return envido(raise.Min)
	case power >= 6 || raise != nil && power >= 3+stake/5:
		return say(pb.Call_CALL_QUIERO)
	}
	return say(pb.Call_CALL_NO_QUIERO)
}

func say(call pb.Call) *pb.Action      { return &pb.Action{Action: &pb.Action_Call{Call: call}} }
func envido(piedras uint32) *pb.Action { return &pb.Action{Action: &pb.Action_Envido{Envido: piedras}} }
