import ArgumentParser
import ExactJSON
import RouterDash
import RouterWallet
import SchemeRouter

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
        let all = try MasternodeKeys(of: chosen.coin, try RouterCommand.installation())
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
