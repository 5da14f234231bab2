import io.grpc.CallOptions;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.ClientCalls;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import mus.arena.v1.Arena.*;
import sun.misc.Signal;

/** The starter bot in Java. It plays the strategy that all starters play; make decide your own. */
class Starter {
    /** The one method of the service; protoc-gen-grpc-java would generate this. */
    private static final MethodDescriptor<PlayRequest, PlayResponse> PLAY =
            MethodDescriptor.<PlayRequest, PlayResponse>newBuilder()
                    .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                    .setFullMethodName("mus.arena.v1.ArenaService/Play")
                    .setRequestMarshaller(ProtoUtils.marshaller(PlayRequest.getDefaultInstance()))
                    .setResponseMarshaller(ProtoUtils.marshaller(PlayResponse.getDefaultInstance()))
                    .build();

    /** Silent: it warns of an option that Unix sockets do not have. */
    private static final Logger NETTY = Logger.getLogger("io.grpc.netty.shaded");
    private static final int AS = 1, REY = 12;
    /** How good pares are, by the number of pairs among the four cards: 3 are medias, 6 four equal. */
    private static final int[] BY_PAIRS = {0, 1, 3, 2, 0, 0, 3};

    public static void main(String[] args) throws InterruptedException {
        NETTY.setLevel(Level.SEVERE);
        Signal.handle(new Signal("TERM"), signal -> Runtime.getRuntime().halt(0));
        String address = System.getenv("MUS_ARENA_ADDRESS"), token = System.getenv("MUS_ARENA_TOKEN");
        if (address == null || token == null) fail("MUS_ARENA_ADDRESS or MUS_ARENA_TOKEN is not set");
        var builder = Grpc.newChannelBuilder(address, InsecureChannelCredentials.create());
        ManagedChannel channel = builder.maxInboundMessageSize(Integer.MAX_VALUE).build();
        try {
            var options = CallOptions.DEFAULT.withWaitForReady();
            converse(ClientCalls.blockingBidiStreamingCall(channel, PLAY, options), token);
        } catch (TimeoutException error) {
            fail("no arena at " + address);
        } catch (StatusException error) {
            fail(error.getMessage());
        }
        channel.shutdownNow();
    }

    private static void fail(String why) {
        System.err.println("error: " + why);
        System.exit(1);
    }

    /** Answers every message of turns by one of decisions, until the stream ends. */
    private static void converse(BlockingClientCall<PlayRequest, PlayResponse> call, String token)
            throws InterruptedException, StatusException, TimeoutException {
        var hello = Hello.newBuilder().setToken(token).setProtocolVersion(1).setName("starter-java");
        hello.setVersion("1").setSigns(true);
        // Until then an arena that does not listen is tried again.
        call.write(PlayRequest.newBuilder().setHello(hello).build(), 5, TimeUnit.SECONDS);
        int kings = 8;
        for (PlayResponse heard = call.read(); heard != null; heard = call.read()) {
            switch (heard.getMessageCase()) {
                case WELCOME -> kings = heard.getWelcome().getRules().getKings();
                case TURNS -> {
                    var decisions = Decisions.newBuilder();
                    for (Turn turn : heard.getTurns().getTurnsList()) {
                        decisions.addDecisionsBuilder().setTurnId(turn.getTurnId()).setAction(decide(turn, kings));
                    }
                    call.write(PlayRequest.newBuilder().setDecisions(decisions).build());
                }
                case FAULT -> System.err.println("fault: " + heard.getFault().getDetail());
                case GOODBYE -> call.halfClose();
                default -> {} // Other kinds need no answer.
            }
        }
    }

    /** The strategy that all starters play: a pure function of a turn. */
    private static Action.Builder decide(Turn turn, int kings) {
        Observation seen = turn.getObservation();
        LegalActions legal = turn.getLegalActions();
        int[] faces = new int[4], count = new int[13];
        int pairs = 0, sum = 0;
        for (int i = 0; i < 4; i++) {
            int rank = seen.getHand(i).getRankValue();
            faces[i] = kings == 8 && rank == 3 ? REY : kings == 8 && rank == 2 ? AS : rank;
            pairs += count[faces[i]]++;
            sum += Math.min(faces[i], 10);
        }
        int total = byTotal(sum);
        int[] strength = {0, count[REY], count[AS], BY_PAIRS[pairs], total, total}; // By lance.
        int power = 2 * strength[seen.getLanceValue()] + (seen.getSeat() == seen.getMano() ? 1 : 0);
        var score = seen.getScoreList();
        int behind = Collections.max(score) - score.get(seen.getSeat() % score.size());
        boolean ordago = power >= 7 && behind >= 15 && legal.getCallsList().contains(Call.CALL_ORDAGO);
        return switch (turn.getAsk()) {
            case ASK_SIGNS -> Action.newBuilder().setSigns(SignSet.newBuilder()
                    .addAllSigns(legal.getSigns().getSignsList().stream().limit(1).toList()));
            case ASK_MUS -> say(strength[1] + strength[2] + strength[3] + total >= 4 ? Call.CALL_NO_MUS : Call.CALL_MUS);
            case ASK_DISCARD -> discard(faces, count, legal.getDiscard().getMin());
            default -> ordago ? say(Call.CALL_ORDAGO)
                    : turn.getAsk() == Ask.ASK_BET ? bet(turn, legal, power)
                    : answer(seen.getStake(), legal, power);
        };
    }

    /** How good juego or punto is, by the sum of the values. */
    private static int byTotal(int sum) {
        return switch (sum) {
            case 30, 31 -> 3;
            case 29, 32, 40 -> 2;
            case 28, 33, 34, 35, 36, 37 -> 1;
            default -> 0;
        };
    }

    /** Throws what is no rey, no as and not paired; the newest cards if that is too little. */
    private static Action.Builder discard(int[] faces, int[] count, int least) {
        var loose = IntStream.range(0, 4).filter(i -> faces[i] != REY && faces[i] != AS && count[faces[i]] == 1);
        var thrown = loose.boxed().toList();
        thrown = thrown.size() >= least ? thrown : IntStream.range(4 - least, 4).boxed().toList();
        return Action.newBuilder().setDiscard(Discard.newBuilder().addAllPositions(thrown));
    }

    /** Opens with a good hand, and now and then with none. */
    private static Action.Builder bet(Turn turn, LegalActions legal, int power) {
        Range range = legal.getEnvido();
        boolean bets = legal.hasEnvido() && (power >= 4 || turn.getRandom() % 16 == 0);
        return bets ? envido(Math.min(range.getMax(), range.getMin() + Math.max(0, power - 4))) : say(Call.CALL_PASO);
    }

    /** Raises with a very good hand; says quiero to a higher stake only with a better one. */
    private static Action.Builder answer(int stake, LegalActions legal, int power) {
        if (legal.hasEnvido() && power >= 6 && stake < 10) return envido(legal.getEnvido().getMin());
        int enough = legal.hasEnvido() ? Math.min(6, 3 + stake / 5) : 6;
        return say(power >= enough ? Call.CALL_QUIERO : Call.CALL_NO_QUIERO);
    }

    private static Action.Builder say(Call call) { return Action.newBuilder().setCall(call); }

    private static Action.Builder envido(int piedras) { return Action.newBuilder().setEnvido(piedras); }
}
