import ExactJSON
import RouterBitcoinFormat
import SchemeRouter
import Synchronization
import Testing

@testable import RouterNetworks

/// An account, watched by a wallet of the node without keys (Documentation/protocols/core-rpc.md §3).
@Suite struct WatchTests {
    let node = ScriptedNode()

    @Test("the first time a wallet of its own is made, told the addresses, and looks for them in all blocks")
    func firstTime() async throws {
        let memory = node.haveWallets()
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)

        let made = try #require(node.calls(of: "createwallet").first)
        #expect(
            made.parameters
                == .object([
                    ("wallet_name", .string(ScriptedNode.walletName)), ("disable_private_keys", .bool(true)),
                    ("blank", .bool(true)), ("descriptors", .bool(true)), ("load_on_startup", .bool(true)),
                ]))
        let imported = try #require(node.calls(of: "importdescriptors").first)
        #expect(imported.wallet == ScriptedNode.walletName)
        let requests = try #require(imported.parameters.elements?.first?.elements)
        #expect(requests.compactMap { $0["desc"]?.string?.suffix(13) } == ["0/*)#sq4mwcyd", "1/*)#p5s6nd54"])
        #expect(requests.map { $0["internal"] } == [.bool(false), .bool(true)])
        #expect(
            requests.allSatisfy { $0["range"] == .array([.number(0), .number(999)]) && $0["active"] == .bool(true) })
        #expect(memory.state.withLock { $0.searched } == [0...110])
        #expect(memory.state.withLock { $0.labels } == ["schemerouter: all blocks searched"])
        // Before the wallet was made nothing was said of it but its name.
        #expect(node.calls.prefix { $0.method != "createwallet" }.allSatisfy { $0.wallet == nil })
    }

    @Test("the next time nothing is made, imported or searched, and within one process nothing is asked")
    func nextTime() async throws {
        node.haveWallets()
        try await node.chain().watch(.recorded, progress: nil)
        let before = node.calls.count
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        let later = node.methods.dropFirst(before)
        #expect(!later.contains { ["createwallet", "importdescriptors", "rescanblockchain", "setlabel"].contains($0) })
        let count = node.calls.count
        try await chain.watch(.recorded, progress: nil)
        #expect(node.calls.count == count)
    }

    @Test("a search that was broken off goes on where it was, and tells how far it is")
    func goesOn() async throws {
        let memory = node.haveWallets()
        node.say(#"{"chain":"regtest","blocks":5000}"#, to: "getblockchaininfo")
        node.next(
            "rescanblockchain", .result(#"{"start_height":0,"stop_height":1999}"#),
            .failure(-4, "Rescan aborted by user."))
        let told = Mutex<[WorkProgress]>([])
        let report: ProgressReport = { progress in told.withLock { $0.append(progress) } }
        #expect(await error { try await node.chain().watch(.recorded, progress: report) }?.code == .networkRefused)
        #expect(memory.state.withLock { $0.labels } == ["schemerouter: next block 2000"])
        try await node.chain().watch(.recorded, progress: report)
        #expect(memory.state.withLock { $0.searched.first?.lowerBound } == 2_000)
        #expect(memory.state.withLock { $0.labels } == ["schemerouter: all blocks searched"])
        #expect(told.withLock { $0.map(\.total) }.allSatisfy { $0 == 5_000 })
        #expect(told.withLock { $0.map(\.done) } == told.withLock { $0.map(\.done).sorted() })
    }

    @Test("S13: a click does not wait for a long search; it hears what to do, and costs nothing")
    func impatient() async throws {
        node.haveWallets()
        node.on("rescanblockchain") { _ in
            .nothing(NetworkError(.timedOut, "Time ran out.", mayHaveArrived: true))
        }
        var chain = try node.hurriedChain()
        chain.searchTimeout = .zero
        let error = try #require(await error { try await chain.watch(.recorded, progress: nil) })
        #expect(error.code == .networkUnreachable)
        #expect(error.hint == "Nothing was sent.")
        #expect(node.deadlines.allSatisfy { $0 <= .now + .seconds(5) })
    }

    @Test("a pruned node says so; one that is busy with another search is waited for")
    func pruned() async throws {
        node.haveWallets()
        node.next(
            "rescanblockchain", .failure(-4, "Wallet is currently rescanning. Abort existing rescan or wait."),
            .failure(
                -1, "Can't rescan beyond pruned data. Use RPC call getblockchaininfo to determine your pruned height."))
        let error = await error { try await node.chain().watch(.recorded, progress: { _ in }) }
        #expect(error?.code == .unsupportedNetwork)
        #expect(node.calls(of: "rescanblockchain").count == 2)
    }

    @Test("a wallet of that name with keys is not ours, and stays untouched")
    func foreignWallet() async throws {
        node.haveWallets()
        node.say(Recorded.result("007"), to: "getwalletinfo")
        #expect(await error { try await node.chain().watch(.recorded, progress: nil) }?.code == .refusedByCheck)
        #expect(node.calls(of: "importdescriptors").isEmpty)
    }

    @Test("an import of which one part fails is no import")
    func halfImported() async throws {
        node.haveWallets()
        let failure = #"{"success":false,"error":{"code":-5,"message":"Missing checksum"}}"#
        for answer in ["[{\"success\":true},\(failure)]", "[]", "[{\"success\":true}]", "null", "[{},{}]"] {
            node.next("importdescriptors", .result(answer))
            #expect(await error { try await node.chain().watch(.recorded, progress: nil) }?.code == .networkRefused)
        }
        #expect(node.calls(of: "rescanblockchain").isEmpty)
    }

    @Test("S9: UTXOs are read from the digits, exactly as the node has them")
    func utxos() async throws {
        node.haveWallets()
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        let recorded = try #require(
            try JSON(reading: Array(Recorded.result("188").utf8), limits: RPCResponse.limits).elements)
        let scripts = recorded.compactMap { $0["scriptPubKey"]?.hexBytes }
        let utxos = try await chain.unspentOutputs(payingTo: scripts)
        #expect(utxos.count == recorded.count && !utxos.isEmpty)
        for (utxo, entry) in zip(utxos, recorded) {
            #expect(utxo.outpoint.transaction.hex == entry["txid"]?.string)
            // d.dddddddd without its dot is the number of duffs.
            let digits = try #require(entry["amount"]?.text.filter { $0 != "." })
            #expect(utxo.amount.units == Int64(digits))
        }
        #expect(try await chain.unspentOutputs(payingTo: [[1, 2, 3]]).isEmpty)
        #expect(try await chain.usedScripts(among: scripts) == Set(scripts))
    }

    /// The recorded unspent outputs, each in so many blocks.
    private static func unspent(confirmations: Int) throws -> [JSON] {
        let recorded = try JSON(reading: Array(Recorded.result("188").utf8), limits: RPCResponse.limits)
        return (recorded.elements ?? []).compactMap(\.members).map { members in
            .object(
                members.map { $0.name == "confirmations" ? ($0.name, .number(confirmations)) : ($0.name, $0.value) })
        }
    }

    @Test(
        "new money is spent after as many blocks as the descriptor wants, where that is more than the node wants",
        arguments: [(0, 1), (1, 0), (100, 0), (101, 1)])
    func maturity(confirmations: Int, count: Int) async throws {
        node.haveWallets()
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        let entry = try #require(try Self.unspent(confirmations: confirmations).first)
        let script = try #require(entry["scriptPubKey"]?.hexBytes)
        node.say("[\(entry.text)]", to: "listunspent")
        node.say(#"{"generated":true}"#, to: "gettransaction")
        #expect(try await chain.unspentOutputs(payingTo: [script]).count == count)
        #expect(try await chain.usedScripts(among: [script]) == [script])
        // A payment of somebody's needs no blocks at all.
        node.say(#"{"generated":false}"#, to: "gettransaction")
        #expect(try await chain.unspentOutputs(payingTo: [script]).count == 1)
    }

    @Test("a young transaction of a kind that nobody knows yet blocks no money", arguments: ["", "090909", "0g"])
    func odd(hex: String) async throws {
        node.haveWallets()
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        let entries = try Self.unspent(confirmations: 5)
        node.say(JSON.array(entries).text, to: "listunspent")
        node.say(#"{"hex":"\#(hex)"}"#, to: "gettransaction")
        let scripts = entries.compactMap { $0["scriptPubKey"]?.hexBytes }
        #expect(try await chain.unspentOutputs(payingTo: scripts).count == entries.count)
    }

    @Test("an answer that is no list is no node's", arguments: ["null", "{}", "\"\""])
    func noList(_ answer: String) async throws {
        node.haveWallets()
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        node.say(answer, to: "listunspent")
        #expect(await error { _ = try await chain.unspentOutputs(payingTo: [[0]]) }?.code == .networkRefused)
    }

    @Test("S12: an old output whose transaction the node does not show, or shows otherwise, is no money in a balance")
    func unshown() async throws {
        node.haveWallets()
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        node.say(#"{"transactions":[]}"#, to: "listsinceblock")
        let script = [UInt8](hexDigits: "76a9143a2d4145a4f098523b3e8127f1da87cfc55b8e7988ac")!
        let paid = Transaction(
            inputs: [.init(outpoint: Outpoint(transaction: Recorded.signed.id, index: 0))],
            outputs: [.init(amount: Amount(units: 100_000_000)!, script: script)])
        func entry(_ id: TransactionID, _ amount: String) -> String {
            #"{"txid":"\#(id.hex)","vout":0,"amount":\#(amount),"confirmations":5000,"scriptPubKey":"\#(script.hex)"}"#
        }
        node.on("gettransaction") { call in
            call.parameters.elements?.first?.string == paid.id.hex
                ? .result(#"{"hex":"\#(paid.bytes.hex)"}"#) : .failure(-5, "Invalid or non-wallet transaction id")
        }
        for (id, amount, notes) in [
            (paid.id, "1.00000000", []), (paid.id, "1.00000001", [.unreadable]),
            (Recorded.signed.id, "1.00000000", [.unreadable]),
        ] as [(TransactionID, String, [NotableOutput.Note])] {
            node.say("[\(entry(id, amount))]", to: "listunspent")
            #expect(try await chain.notableOutputs(payingTo: [script]).map(\.note) == notes)
        }
    }

    @Test("an entry of the history that cannot be read is left out and named, and hides no other")
    func strangeHistory() async throws {
        node.haveWallets()
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        let id = Recorded.signed.id.hex
        for odd in ["1", "{}", #"{"txid":"00","confirmations":1}"#, #"{"txid":"\#(id)","confirmations":1e10}"#] {
            node.say(
                #"{"transactions":[\#(odd),{"txid":"\#(id)","confirmations":3}]}"#, to: "listsinceblock")
            #expect(try await chain.history(of: [[0]]).map(\.confirmations) == [3])
        }
        #expect(await chain.warning()?.contains("The node lists 4 entries that cannot be read") == true)
    }

    @Test(
        "an impossible UTXO is left out and named, and hides no other",
        arguments: [
            #"{"amount":-1.00000000}"#, #"{"amount":"1.0"}"#, #"{"amount":1.000000001}"#, #"{"amount":1e300}"#,
            #"{"amount":99999999999999999999}"#, #"{"vout":-1}"#, #"{"vout":4294967296}"#, #"{"vout":1.5}"#,
            #"{"txid":"00"}"#, #"{"txid":null}"#, #"{"scriptPubKey":"0g"}"#, #"{"confirmations":-1}"#,
            #"{"confirmations":null}"#,
        ])
    func strangeUTXOs(_ change: String) async throws {
        node.haveWallets()
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        let recorded = try #require(
            try JSON(reading: Array(Recorded.result("188").utf8), limits: RPCResponse.limits).elements?.first?.members)
        let other = try #require(try JSON(reading: Array(change.utf8), limits: RPCResponse.limits).members?.first)
        let entry = JSON.object(recorded.map { $0.name == other.name ? other : $0 })
        let whole = JSON.object(recorded)
        let script = try #require(whole["scriptPubKey"]?.hexBytes)
        node.say("[\(entry.text),\(whole.text)]", to: "listunspent")
        #expect(try await chain.unspentOutputs(payingTo: [script]).count == 1)
        let warning = try #require(await chain.warning())
        #expect(warning.contains("The node lists an entry that cannot be read"), "\(warning)")
    }

    /// The script of an address of the recorded account.
    private func script(_ address: String) throws -> [UInt8] {
        try Address(address, on: try #require(CoinDescriptor.shippedDash.networks[.regtest])).script
    }

    @Test("addresses beyond what is watched are found in the account they are of, watched and looked for in all blocks")
    func extends() async throws {
        let memory = node.haveWallets()
        let chain = try node.chain()
        try await chain.watch(.recorded, progress: nil)
        let beyond = try script("yfd64jEpzzTLrHnR1wq3iiYXh68AiU8mcw")
        node.on("getreceivedbyaddress") { call in
            let isFirst = call.parameters.elements?.first?.string == ScriptedNode.first[0]
            let isExtended = memory.state.withLock { $0.searched.count } > 1
            return isFirst || isExtended
                ? .result(isFirst ? "0.00000000" : "1.00000000") : .failure(-4, "Address not found in wallet")
        }
        let derive: @Sendable (String) -> Void = { [node] found in
            node.on("deriveaddresses") { call in
                let bounds = call.parameters.elements?.last?.elements?.compactMap(\.integer) ?? []
                let count = bounds[1] - bounds[0] + 1
                // Index 2,500 of the first branch is the one that is looked for.
                let isReceiving = call.parameters.elements?.first?.string?.contains("/0/*") == true
                let addresses = (0..<count).map { isReceiving && bounds[0] + $0 == 2_500 ? found : "y\($0)" }
                return .result(JSON.array(addresses.map(JSON.string)).text)
            }
        }
        // Another account's script is not looked for in this one.
        derive("another")
        #expect(await error { _ = try await chain.usedScripts(among: [beyond]) }?.code == .networkRefused)
        #expect(node.calls(of: "importdescriptors").count == 1)

        derive("yfd64jEpzzTLrHnR1wq3iiYXh68AiU8mcw")
        let first = try script(ScriptedNode.first[0])
        #expect(try await chain.usedScripts(among: [first, beyond]) == [beyond])
        let range = node.calls(of: "importdescriptors").last?.parameters.elements?.first?.elements?.first?["range"]
        #expect(range == .array([.number(0), .number(3_999)]))
        #expect(memory.state.withLock { $0.searched } == [0...110, 0...110])
    }

    @Test("a question about an account that nobody watches is a mistake of this program")
    func unwatched() async throws {
        #expect(await error { _ = try await node.chain().unspentOutputs(payingTo: []) }?.code == .internalError)
    }
}
