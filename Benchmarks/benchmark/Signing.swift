import Foundation
import RouterBitcoinFormat
import RouterBytes
import RouterCSecp256k1
import RouterWallet
import SchemeRouter

/// The cost of signing a payment, compared with bare libsecp256k1 doing the same work on the curve: the public keys
/// that BIP32 needs – of the account, its two branches, each input and the change –, a signature of the same digest for
/// each input, and its verification with the public key as in a transaction, 33 bytes that are parsed as a point. Ours
/// also hashes, proves the value of inputs from whole transactions (S12), keeps keys in guarded memory (S8), and reads
/// back what it wrote. From native segwit, the digests are those of BIP143.
struct Signing {
    /// The maximum time for ours, relative to the bare library.
    private static let goal = 1.3

    private let wallet: UnlockedWallet
    private let coin: CoinDescriptor
    /// The account of the UTXOs.
    private let account: DerivationPath
    private let recipient: String

    init(_ wallet: UnlockedWallet, coin: CoinDescriptor, account: DerivationPath, recipient: String) {
        self.wallet = wallet
        self.coin = coin
        self.account = account
        self.recipient = recipient
    }

    /// Measures and prints. Returns false if the goal is missed.
    func run(addresses: any AccountReader) throws -> Bool {
        let small = try isFast(inputs: 1, repetitions: 40, addresses)
        let large = try isFast(inputs: 100, repetitions: 1, addresses)
        return small && large
    }

    private var isWitness: Bool { account.keyScript == .witness }

    private func isFast(inputs count: Int, repetitions: Int, _ addresses: any AccountReader) throws -> Bool {
        let payment = try payment(inputs: count, addresses)
        let approved = IntentDigest(.payment(payment.intent))
        let (wallet, coin) = (wallet, coin)
        let sign = { @Sendable in
            try? wallet.sign(payment.intent, approved: approved, coin: coin, previous: payment.previous)
        }
        guard let signed = sign(), let transaction = try? Transaction(bytes: signed.bytes) else {
            preconditionFailure("the payment was not signed")
        }
        let hashes = SignatureHashes(of: transaction)
        let digests = transaction.inputs.indices.map { index in
            let script = payment.scripts[index]
            guard isWitness else { return Digest.doubleSHA256(hashes.preimage(input: index, scriptCode: script)) }
            let scriptCode = Script.payToPublicKeyHash(Array(script.suffix(20)))
            return Digest.doubleSHA256(
                hashes.witnessPreimage(
                    input: index, scriptCode: scriptCode, amount: payment.intent.inputs[index].amount))
        }
        var results = [
            Measurement(name: "", repetitions: repetitions) { sign()?.bytes.count ?? 0 },
            Measurement(name: "", repetitions: repetitions) { BareSigner.sign(digests, otherKeys: 4) },
            Measurement(name: "", repetitions: repetitions) { BareSigner.sign(digests, otherKeys: 0) },
        ]
        // Alternating, so that the ratio holds even if the machine's speed drifts.
        for _ in 0..<31 {
            for index in results.indices { results[index].round(of: 1) }
        }
        let ratio = Double(results[0].median) / Double(results[1].median)
        print(
            String(
                format: "%8.1f µs to sign a payment of %3d inputs  %.2f × bare libsecp256k1 (goal: at most %.1f ×); "
                    + "%.2f × without the keys on the way; ",
                Double(results[0].median) / 1_000, count, ratio, Self.goal,
                Double(results[0].median) / Double(results[2].median)) + (isWitness ? "native segwit" : "BIP44"))
        return ratio <= Self.goal
    }

    private struct Payment: Sendable {
        let intent: PaymentIntent
        let previous: [TransactionID: [UInt8]]
        let scripts: [[UInt8]]
    }

    /// A payment with change from this many UTXOs, each with its own address and transaction.
    private func payment(inputs count: Int, _ addresses: any AccountReader) throws -> Payment {
        guard let parameters = coin.networks[.main] else { preconditionFailure("the coin has no main network") }
        var previous: [TransactionID: [UInt8]] = [:]
        var scripts: [[UInt8]] = []
        var utxos: [OwnedUTXO] = []
        for index in 0..<UInt32(count) {
            let path = account.appending(0, index)
            guard let address = try addresses.address(at: path)?.text, let amount = Amount(units: 1_000_000) else {
                preconditionFailure("there is no such address")
            }
            let script = try Address(address, on: parameters).script
            let outpoint = Outpoint(transaction: Self.id(of: index), index: index)
            let paid = Transaction(
                inputs: [Transaction.Input(outpoint: outpoint, script: [UInt8](repeating: 0, count: 107))],
                outputs: [Transaction.Output(amount: amount, script: script)])
            previous[paid.id] = paid.bytes
            scripts.append(script)
            utxos.append(
                OwnedUTXO(
                    outpoint: Outpoint(transaction: paid.id, index: 0), amount: amount, path: path, confirmations: 6))
        }
        let size = Int64(10 + 148 * count + 68)
        guard let change = Amount(units: Int64(count) * 1_000_000 - 500_000 - size), let amount = Amount(units: 500_000)
        else { preconditionFailure("no such amounts") }
        let intent = PaymentIntent(
            chain: ChainID(coin: coin.id, network: .main, isPractice: false), inputs: utxos,
            recipient: recipient, amount: amount,
            change: PaymentIntent.Change(path: account.appending(1, 0), amount: change))
        return Payment(intent: intent, previous: previous, scripts: scripts)
    }

    private static func id(of number: UInt32) -> TransactionID {
        TransactionID(digest: Digest.doubleSHA256([UInt8](bigEndian: number)))
    }
}

/// Only libsecp256k1, with a random key for each digest.
private enum BareSigner {
    private nonisolated(unsafe) static let context: OpaquePointer = {
        guard let context = unsafe secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else {
            preconditionFailure("libsecp256k1 did not start")
        }
        let seed = (0..<32).map { _ in UInt8.random(in: 0...255) }
        unsafe precondition(secp256k1_context_randomize(context, seed) == 1)
        return unsafe context
    }()

    /// The number of digests that were signed and verified.
    /// - Parameter otherKeys: the number of additional public keys to compute.
    static func sign(_ digests: [[UInt8]], otherKeys: Int) -> Int {
        var count = 0
        var key = Digest.sha256([1])
        for _ in 0..<otherKeys {
            key[31] &+= 1
            var point = secp256k1_pubkey()
            unsafe precondition(secp256k1_ec_pubkey_create(context, &point, key) == 1)
        }
        for digest in digests {
            key[31] &+= 1
            var point = secp256k1_pubkey()
            var signature = secp256k1_ecdsa_signature()
            unsafe precondition(secp256k1_ec_pubkey_create(context, &point, key) == 1)
            unsafe precondition(secp256k1_ecdsa_sign(context, &signature, digest, key, nil, nil) == 1)
            var bytes = [UInt8](repeating: 0, count: 33)
            var length = bytes.count
            let compressed = UInt32(SECP256K1_EC_COMPRESSED)
            unsafe precondition(secp256k1_ec_pubkey_serialize(context, &bytes, &length, &point, compressed) == 1)
            unsafe precondition(secp256k1_ec_pubkey_parse(context, &point, bytes, length) == 1)
            unsafe count += Int(secp256k1_ecdsa_verify(context, &signature, digest, &point))
        }
        precondition(count == digests.count, "a signature does not verify")
        return count
    }
}
