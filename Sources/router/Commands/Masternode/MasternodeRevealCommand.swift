import ArgumentParser
import ExactJSON
import Glibc
import RouterDash
import RouterWallet
import SchemeRouter

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
        let all = try MasternodeKeys(of: chosen.coin, try RouterCommand.installation())
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
