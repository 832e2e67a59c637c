import ExactJSON
import SchemeRouter
import Synchronization
import Testing

@testable import RouterNetworks

/// A node in this process that says what a test wants, and remembers what it was asked.
final class ScriptedNodeos: NetworkClient {
    typealias Reply = Result<NetworkAnswer, NetworkError>

    private struct State: Sendable {
        var replies: [String: Reply] = [:]
        var requests: [NetworkRequest] = []
        var deadlines: [ContinuousClock.Instant] = []
    }

    private let state = Mutex(State())

    var requests: [NetworkRequest] { state.withLock { $0.requests } }
    var deadlines: [ContinuousClock.Instant] { state.withLock { $0.deadlines } }
    /// The calls it got, in order.
    var calls: [String] { requests.map { String($0.url.split(separator: "/").last ?? "") } }

    /// What a call is answered with; `get_abi NAME` only where its body has that name.
    func say(_ text: String, status: Int = 200, to call: String) {
        reply(.success(NetworkAnswer(status: status, headers: [], body: Array(text.utf8))), to: call)
    }

    func reply(_ reply: Reply, to call: String) {
        state.withLock { $0.replies[call] = reply }
    }

    func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        let call = String(request.url.split(separator: "/").last ?? "")
        let reply = state.withLock { state in
            state.requests.append(request)
            state.deadlines.append(deadline)
            // One contract's interface, one token's facts: what a test says of one name goes before what it says of all.
            let names = (try? JSON(reading: request.body, limits: .answer))?.members?.compactMap(\.value.string) ?? []
            return names.compactMap { state.replies["\(call) \($0)"] }.first ?? state.replies[call]
        }
        guard let reply else {
            return NetworkAnswer(status: 404, headers: [], body: Array(RecordedNodeos.notFound.utf8))
        }
        return try reply.get()
    }
}

/// Shapes that nodes were recorded with (Documentation/protocols/mykey.md §5.4).
enum RecordedNodeos {
    /// When ``info(chain:block:time:)`` is of, unless it says otherwise.
    static let now: UnixTime = 1_696_616_591
    static let jungle = "73e4385a2708e6d7048834fbc1079f2fabb17b3c125b146af438971e90716c4d"
    static let key = "EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV"
    static let notFound =
        #"{"code":404,"message":"Not Found","error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"Unknown Endpoint","file":"http_plugin.cpp","line_number":424,"method":"handle_http_request"}]}}"#
    static let unknownKey = failure(
        0, "exception", "unspecified",
        "unknown key (boost::tuples::tuple<bool, eosio::chain::name, boost::tuples::null_type>): (0 nani1)")

    static func info(
        chain: String = jungle, block: String = "06101fed58789d9bae97a6c2ecc421eb40a3d56f9fff49a5a3f580da5ca2088a",
        time: String = "2023-10-06T18:23:11.000"
    ) -> String {
        #"{"server_version":"d2a3e3b1","chain_id":"\#(chain)","head_block_num":101720046,"last_irreversible_block_num":101720045,"#
            + #""last_irreversible_block_id":"\#(block)","head_block_id":"06101fee0000","head_block_time":"\#(time)","#
            + #""head_block_producer":"eosriobrazil","virtual_block_cpu_limit":200000000,"server_version_string":"v4.0.4"}"#
    }

    static func failure(_ code: Int, _ name: String, _ what: String, _ message: String) -> String {
        let message = JSON.string(message).text
        return
            #"{"code":500,"message":"Internal Service Error","error":{"code":\#(code),"name":"\#(name)","what":"\#(what)","#
            + #""details":[{"message":\#(message),"file":"wasm_interface.cpp","line_number":1,"method":"eosio_assert"}]}}"#
    }

    static func account(
        _ name: String = "corecorecore", active: String = authority(key), parent: String = "owner"
    ) -> String {
        #"{"account_name":"\#(name)","head_block_num":1,"privileged":false,"ram_quota":8192,"ram_usage":3000,"#
            + #""core_liquid_balance":"1.0000 EOS","permissions":[{"perm_name":"active","parent":"\#(parent)","#
            + #""required_auth":\#(active),"linked_actions":[]},{"perm_name":"owner","parent":"","required_auth":"#
            + #"\#(authority(key)),"linked_actions":[]}],"voter_info":null}"#
    }

    static func authority(_ key: String, weight: Int = 1, threshold: Int = 1, accounts: String = "[]") -> String {
        #"{"threshold":\#(threshold),"keys":[{"key":"\#(key)","weight":\#(weight)}],"accounts":\#(accounts),"waits":[]}"#
    }

    static func executed(_ id: String, status: String = "executed", except: String = "null") -> String {
        #"{"transaction_id":"\#(id)","processed":{"id":"\#(id)","block_num":101720047,"receipt":{"status":"\#(status)","#
            + #""cpu_usage_us":120,"net_usage_words":14},"elapsed":120,"except":\#(except),"action_traces":[]}}"#
    }
}

extension CoinDescriptor {
    /// A coin of EOSIO chains.
    static let eos = CoinDescriptor.eos()
}
