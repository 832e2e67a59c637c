import ArgumentParser
import ExactJSON
import Glibc
import RouterDash
import RouterWallet
import SchemeRouter

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Look at keys of your wallet that hold no money.",
        subcommands: [Masternode.self])

    struct Masternode: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The keys with which a masternode is registered and run: owner, voting, operator, platform.",
            discussion: """
                Keys are not made but derived from the wallet's words: the same words always give the same keys. What you \
                used, the wallet knows from “mark” alone.
                """,
            subcommands: [MasternodeListCommand.self, MasternodeRevealCommand.self, MasternodeMarkCommand.self])
    }
}

/// The coin whose masternode keys a command applies to.
struct MasternodeCoinOption: ParsableArguments {
    @Option(help: "The coin; needed if more than one with such keys has a network.", completion: .ownCoins)
    var coin: String?
}

extension MasternodeKeyKind: ExpressibleByArgument {}

struct MasternodeListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the used keys and the first unused one of each kind. Private keys are not shown.")

    @OptionGroup var chosen: MasternodeCoinOption
    @Option(help: "Only these keys; may be given several times.") var kind: [MasternodeKeyKind] = []
    @Option(help: "How many further unused keys to show: 0 to 999.") var more: UInt32 = 0
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard more < 1_000 else { throw ValidationError("--more must be between 0 and 999.") }
    }

    /// The keys of one kind.
    private struct Part {
        let kind: MasternodeKeyKind
        let branch: KeyBranch
        let use: KeyUse
        let keys: [MasternodePublicKey]
    }

    func run() async throws {
        let all = try MasternodeKeys(of: chosen.coin, try RouterCommand.context())
        for kind in kind { _ = try all.checked(kind) }
        let kinds = all.kinds.filter { kind.isEmpty || kind.contains($0) }
        let uses = try kinds.map { try all.use(of: $0) }
        let counts = zip(kinds, uses).map { kind, use in
            (kind: kind, count: Int(min(use.firstUnused + more, use.numbers.upperBound)) + 1)
        }
        let keys = try await all.publicKeys(counts)
        let parts = kinds.indices.map { index in
            Part(
                kind: kinds[index], branch: all.branch(kinds[index]), use: uses[index],
                keys: keys[index].map { MasternodePublicKey($0, of: kinds[index], on: all.parameters) })
        }
        if json {
            let object = JSON([
                "coin": all.coin.id.name, "network": all.chain.network.rawValue, "practice": all.chain.isPractice,
                "kinds": parts.map(Self.json),
            ])
            return StandardStreams.print(object.text)
        }
        if all.chain.isPractice { StandardStreams.print("PRACTICE – no real money") }
        StandardStreams.print(parts.flatMap(Self.lines))
    }

    private static func json(_ part: Part) -> JSON {
        let keys = part.keys.enumerated().map { number, key in
            let number = UInt32(number)
            return JSON([
                "index": number, "path": part.branch.path(of: number).description,
                "used": part.use.used.contains(number),
            ]).adding(.object(key.forms.map { ($0.name, .string($0.text)) }))
        }
        return JSON([
            "kind": part.kind.rawValue, "title": part.kind.title, "path": part.branch.path.description,
            "used": part.use.used.count, "firstUnused": part.use.firstUnused, "keys": keys,
        ])
    }

    private static func lines(_ part: Part) -> [String] {
        let next = part.use.firstUnused
        let unused = part.use.numbers.contains(next) ? ", the next one is key \(next)" : ""
        let heading = "\(part.kind.title): \(part.use.used.count) used\(unused)"
        return [heading]
            + part.keys.enumerated().flatMap { number, key in
                let number = UInt32(number)
                let status = part.use.used.contains(number) ? "Used" : "Not yet used"
                return ["  Key \(number) (\(part.branch.path(of: number))): \(status)"]
                    + key.shownLines.map { "    \($0)" }
            }
    }
}

extension MasternodePublicKey {
    /// Its lines for people.
    var shownLines: [String] {
        forms.compactMap { form in form.title.map { "\($0): \(form.text)" } }
    }
}

struct MasternodeRevealCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reveal",
        abstract: "Show one key with its private key, after the passcode.",
        discussion: """
            It is printed on standard output, and stays in the terminal until you clear that. Who has an operator's \
            private key runs the masternode; who has the owner's decides about it.
            """)

    @Argument(help: "What the key is for.") var kind: MasternodeKeyKind
    @Argument(help: "The number of the key, starting at 0; without it, the one after the used keys.")
    var index: UInt32?
    @OptionGroup var chosen: MasternodeCoinOption
    @Flag(help: "Print JSON, with the private key.") var json = false

    func run() async throws {
        let all = try MasternodeKeys(of: chosen.coin, try RouterCommand.context())
        let kind = try all.checked(kind)
        let use = try all.use(of: kind)
        let number = index ?? use.firstUnused
        if index == nil, !use.numbers.contains(number) {
            throw UsageError(
                "No key follows the used ones: the last is \(use.numbers.upperBound). Give the INDEX of the one to show."
            )
        }
        try all.check(number, of: kind)
        let branch = all.branch(kind)
        let name = "\(kind.rawValue) key \(number) of \(all.coin.title)"
        let unlocked = try await all.unlock(
            "The private key of \(name), \(branch.path(of: number)), will be shown on the terminal. Whoever sees it can use "
                + "the masternode instead of you. Type your passcode to see it.")
        let key = try unlocked.key(number, of: branch)
        guard !json else {
            let known = JSON([
                "coin": all.coin.id.name, "network": all.chain.network.rawValue, "practice": all.chain.isPractice,
                "kind": kind.rawValue, "index": number, "path": branch.path(of: number).description,
                "used": use.used.contains(number),
            ])
            let forms = MasternodePublicKey(key.publicKey, of: kind, on: all.parameters).forms
            return try Self.printJSON(
                known.adding(.object(forms.map { ($0.name, .string($0.text)) })), key,
                kind.privateRows(on: all.parameters))
        }
        if all.chain.isPractice { StandardStreams.print("PRACTICE – no real money") }
        let status = use.used.contains(number) ? "Used" : "Not yet used"
        StandardStreams.print("\(kind.title): key \(number) (\(branch.path(of: number))): \(status)")
        StandardStreams.print(
            MasternodePublicKey(key.publicKey, of: kind, on: all.parameters).shownLines.map { "  \($0)" })
        for row in kind.privateRows(on: all.parameters) {
            StandardStreams.write(Array("  \(row.title): ".utf8), to: STDOUT_FILENO)
            // Straight from guarded memory (S8).
            guard key.text(row.form).withBytes({ StandardStreams.write($0, to: STDOUT_FILENO) }) else {
                throw ServiceError(
                    .cannotWrite, "The key could not be shown, because standard output cannot be written to.")
            }
            StandardStreams.print("")
        }
    }

    /// Prints the private key straight from guarded memory (S8). Its forms are hex and Base64, so nothing in them needs
    /// escaping.
    private static func printJSON(
        _ known: JSON, _ key: borrowing NumberedKey, _ rows: [(title: String, form: PrivateKeyForm)]
    ) throws {
        var isWritten = StandardStreams.write(Array(known.text.dropLast().utf8), to: STDOUT_FILENO)
        for row in rows {
            let name =
                switch row.form {
                case .hex: "privateKey"
                case .wif: "privateKeyWIF"
                case .pairBase64: "keyPairBase64"
                }
            isWritten =
                isWritten && StandardStreams.write(Array(",\"\(name)\":\"".utf8), to: STDOUT_FILENO)
                && key.text(row.form).withBytes { StandardStreams.write($0, to: STDOUT_FILENO) }
                && StandardStreams.write(Array("\"".utf8), to: STDOUT_FILENO)
        }
        guard isWritten, StandardStreams.write(Array("}\n".utf8), to: STDOUT_FILENO) else {
            throw ServiceError(
                .cannotWrite, "The key could not be shown, because standard output cannot be written to.")
        }
    }
}

struct MasternodeMarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Note that a key is used, so that “list” goes on to the next one.",
        discussion: "The wallet does not look for your masternodes on the network.")

    @Argument(help: "What the key is for.") var kind: MasternodeKeyKind
    @Argument(help: "The number of the key, starting at 0.") var index: UInt32
    @Flag(help: "Remove the mark.") var unused = false
    @OptionGroup var chosen: MasternodeCoinOption
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let all = try MasternodeKeys(of: chosen.coin, try RouterCommand.context())
        let kind = try all.checked(kind)
        try all.check(index, of: kind)
        let isChanged = try all.mark(index, of: kind, isUsed: !unused)
        guard !json else {
            let object = JSON([
                "coin": all.coin.id.name, "network": all.chain.network.rawValue, "practice": all.chain.isPractice,
                "kind": kind.rawValue, "index": index, "used": !unused, "changed": isChanged,
            ])
            return StandardStreams.print([object])
        }
        let name = "\(kind.rawValue) key \(index) of \(all.coin.title)"
        let state = unused ? "not used" : "used"
        StandardStreams.print(
            (all.chain.isPractice ? "PRACTICE – " : "")
                + (isChanged ? "\(name) is now marked as \(state)." : "\(name) was already marked as \(state)."))
    }
}
