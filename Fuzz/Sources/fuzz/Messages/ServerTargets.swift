@testable import ExactJSON
@testable import RouterBitcoinFormat
@testable import RouterConnections
@testable import RouterLinks
@testable import RouterNetworks
@testable import SchemeRouter

/// A payment, an output and a script to query.
private enum Asked {
    static let coin: CoinDescriptor = {
        guard let coin = Shipped.routes.coin("dash") else { fatalError("Dash is shipped") }
        return coin
    }()
    static let bytes: [UInt8] = {
        let script = Script.payToPublicKeyHash([UInt8](repeating: 3, count: 20))
        guard let id = TransactionID(hex: String(repeating: "ab", count: 32)), let amount = Amount(units: 1_000) else {
            fatalError("an id")
        }
        return Transaction(
            inputs: [.init(outpoint: Outpoint(transaction: id, index: 1), script: [], sequence: .max)],
            outputs: [.init(amount: amount, script: script)]
        ).bytes
    }()
    static let payment: SignedTransaction = {
        guard let content = try? Transaction(bytes: bytes) else { fatalError("a transaction") }
        return SignedTransaction(id: content.id, bytes: bytes)
    }()
    static let output = Outpoint(transaction: payment.id, index: 0)
    static let script = Script.payToPublicKeyHash([UInt8](repeating: 3, count: 20))
}

extension Target {
    /// Responses of a node, Bitcoin Core or a similar one. Invariants, whatever it sends:
    /// - the number of requests is bounded, and then there is a result or an error (S13);
    /// - a transaction is the requested one: its bytes have that txid (S16);
    /// - an output that was not requested has no state, and a fee is never negative.
    static let rpc = Target("rpc", longest: 8_192) { bytes in
        // Clients wait for a node that is starting.
        guard !bytes.contains(subsequence: "-28".utf8) else { return }
        let lies = Lies(Array(bytes.dropFirst()))
        let server = LyingServer(lies, choice: bytes.first ?? 0)
        waiting {
            guard
                let chain = try? CoreRPCChain(
                    url: "http://127.0.0.1:1", coin: Asked.coin, network: .main, client: server)
            else { fatalError("a chain") }
            _ = try? await chain.report()
            await check(chain, isSilent: false)
        }
        expect(lies.questions <= 64, "a server is asked a bounded number of times: \(lies.questions)")
    }

    /// Responses of an Electrum server. The invariants are those of a node.
    static let electrum = Target("electrum", longest: 8_192) { bytes in
        let lies = Lies(Array(bytes.dropFirst()))
        if let messages = ElectrumMessage.read(Array(bytes.dropFirst())) {
            for case .answer(_, .success(let json)) in messages {
                let entries = (json.elements ?? []).compactMap { UnspentEntry($0, maxMoney: Asked.coin.maxMoney) }
                expect(entries.allSatisfy { $0.amount <= Asked.coin.maxMoney }, "no amount exceeds the most")
                if let fee = json.fee(decimals: 8) { expect(fee.units >= 0, "no fee is negative") }
            }
        }
        let lines = LyingLines(lies: lies, isWhole: (bytes.first ?? 0) & 1 == 1)
        waiting {
            let server = LineServer(host: "127.0.0.1", port: 1, certificate: nil)
            guard
                let chain = try? ElectrumChain(of: Asked.coin, network: .main, servers: [server], lines: lines)
            else { fatalError("a chain") }
            await check(chain, isSilent: true)
        }
        expect(lies.questions <= 256, "a server is asked a bounded number of times: \(lies.questions)")
    }

    private static func check(_ chain: some Chain, isSilent: Bool) async {
        if let found = try? await chain.transactions([Asked.payment.id]) {
            for (id, bytes) in found {
                expectEqual(id, Asked.payment.id, "only what was asked for is found")
                expectEqual((try? Transaction(bytes: bytes))?.id, id, "the bytes are those of the transaction")
            }
        }
        _ = try? await chain.state(of: Asked.payment.id)
        if let states = try? await chain.states(of: [Asked.output]) {
            expect(states.keys.allSatisfy { $0 == Asked.output }, "only what was asked for has a state")
        }
        if let outputs = try? await chain.unspentOutputs(payingTo: [Asked.script]) {
            for output in outputs {
                expectEqual(output.script, Asked.script, "only outputs of the script that was asked for are found")
                expect(output.amount <= Asked.coin.maxMoney && output.confirmations >= 0, "no output is impossible")
            }
        }
        if let used = try? await chain.usedScripts(among: [Asked.script]) {
            expect(used.isSubset(of: [Asked.script]), "only what was asked for is used")
        }
        _ = try? await chain.history(of: [Asked.script])
        if let fee = try? await chain.feePerKB() { expect(fee.units >= 0, "a fee is no negative amount") }
        _ = try? await chain.broadcast(Asked.payment)
    }

    /// Responses of an EOSIO node. Invariants, whatever it sends: the number of requests is bounded; a call is packed
    /// only as its contract's ABI requires, and has the same meaning when it is unpacked.
    static let nodeos = Target("nodeos", longest: 8_192) { bytes in
        let lies = Lies(Array(bytes.dropFirst()))
        // Its responses have no envelope.
        let server = LyingServer(lies, choice: (bytes.first ?? 0) | 8)
        waiting {
            guard let coin = Shipped.routes.coinList.first(where: { $0.accountChain != nil }),
                let chain = try? NodeosChain(
                    url: "http://127.0.0.1:1", chainID: [UInt8](repeating: 7, count: 32), coin: coin, client: server,
                    now: { Shipped.time })
            else { fatalError("a chain") }
            let signer = AccountSigner(account: "bobbobbobbob", permission: "active")
            let call = ActionCall(
                contract: "eosio.token", name: "transfer",
                data: .object([
                    ("from", .string("bobbobbobbob")), ("to", .string("alice")), ("quantity", .string("1.0000 EOS")),
                    ("memo", .string("m")),
                ]), note: nil)
            if let prepared = try? await chain.prepare([call], as: signer) {
                expect(prepared.count == 1, "as many calls are made as were asked for")
                expect(
                    prepared[0].contract.isSame(call.contract) && prepared[0].name.isSame(call.name), "the same call")
            }
            if let frame = try? await chain.frame() {
                expectEqual(
                    frame.chainID, [UInt8](repeating: 7, count: 32), "a transaction is for the chain that was chosen")
            }
            _ = try? await chain.authority(of: signer)
            try? await chain.send(Asked.payment)
        }
        expect(lies.questions <= 64, "a server is asked a bounded number of times: \(lies.questions)")
    }
}

extension Array<UInt8> {
    fileprivate func contains(subsequence: String.UTF8View) -> Bool {
        firstRange(of: Array(subsequence)) != nil
    }
}
