import COpened

@testable import RouterConfiguration
@testable import RouterNetworkBackend
@testable import SchemeRouter

extension Target {
    /// The person's settings and, after a zero byte, a later file that tightens them. Invariants:
    /// - reading is deterministic, every mistake has a position in its file, and no file is opened;
    /// - two coins with real networks never share keys (S12), and every program and socket has an absolute path;
    /// - after a practice network is switched on, or a rule about other wallets is added, the file can be read with
    ///   that change, nothing else has changed its meaning, and no byte of the file is lost; and the network can be
    ///   switched off again;
    /// - a later file never loosens anything (S7).
    static let config = Target("config", longest: 8_192) { bytes in
        var input = Input(bytes)
        let file = DescriptorFile(name: "config.yaml", bytes: input.piece())
        let opened = openedFiles()
        let settings: PersonalConfiguration
        switch (read(file), read(file)) {
        case (.failure(let errors), .failure(let again)):
            expectEqual(errors.diagnostics, again.diagnostics, "mistakes are the same twice")
            Places.check(errors, of: file)
            return
        case (.success(let read), .success(let again)):
            expectEqual(read, again, "settings are the same twice")
            settings = read
        default: fatalError("broken promise: settings are read the same twice")
        }
        check(settings)
        switchPractice(of: coins[file.bytes.count % coins.count], in: file, settings)
        add(rules[file.bytes.count % rules.count], to: file, settings)
        tighten(settings, by: DescriptorFile(name: "later.yaml", bytes: input.bytes))
        expect(openedFiles() == opened, "settings open no file")
    }

    private static let coins: [CoinID] = ["dash", "bitcoin", "eos"]

    private static let rules = [
        HandOverRule(
            scheme: "bitcoin", coin: "bitcoin", atLeast: Amount(units: 10_000), target: .program("a b.desktop")),
        HandOverRule(isForeign: true, target: .program("no.desktop"), asks: false),
        HandOverRule(coin: "dash", network: .test, below: Amount(units: 1), target: .ask), HandOverRule(target: .here),
    ]

    private static func read(_ file: DescriptorFile) -> Result<PersonalConfiguration, DescriptorErrors> {
        result { () throws(DescriptorErrors) in try PersonalConfiguration.read(file, routes: Shipped.routes) }
    }

    private static func check(_ settings: PersonalConfiguration) {
        let types = settings.networks.compactMap { id, chosen -> UInt32? in
            guard !chosen.use.isPractice, let coin = Shipped.routes.coin(id) else { return nil }
            return settings.coinTypes[id] ?? coin.accountChain?.coinType ?? coin.networks[chosen.network]?.coinType
        }
        expectEqual(Set(types).count, types.count, "no two coins share keys")
        let paths = settings.programs.map(\.path) + settings.connections.sockets.map(\.path)
        for path in paths + [settings.pinentry].compactMap(\.self) {
            expect(path.utf8.first == UInt8(ascii: "/"), "a program or socket has an absolute path")
            expect(!path.utf8.contains { $0 < 0x20 }, "a path is one line")
        }
        for limits in settings.policy.limits.values {
            expect((limits.payment ?? .zero) >= .zero && (limits.day ?? .zero) >= .zero, "no limit is negative")
        }
    }

    private static func switchPractice(of coin: CoinID, in file: DescriptorFile, _ settings: PersonalConfiguration) {
        guard let bytes = try? ConfigurationEditor.bytes(of: file, switchingSandbox: true, for: coin) else { return }
        checkNothingIsLost(of: file, in: bytes)
        let edited = DescriptorFile(name: file.name, bytes: bytes)
        guard case .success(let on) = read(edited) else {
            fatalError("broken promise: what was switched on is read: \(String(decoding: bytes, as: UTF8.self))")
        }
        expect(on.networks[coin]?.use.isPractice == true, "what was switched on is on")
        var expected = settings
        expected.networks[coin] = on.networks[coin]
        expectEqual(withoutPlaces(on), withoutPlaces(expected), "all else stays as it was")
        guard let off = try? ConfigurationEditor.bytes(of: edited, switchingSandbox: false, for: coin),
            case .success(let again) = read(DescriptorFile(name: file.name, bytes: off))
        else { fatalError("broken promise: what was switched on can be switched off") }
        expected.networks[coin] = nil
        expectEqual(withoutPlaces(again), withoutPlaces(expected), "what was switched off is off, and nothing else")
    }

    private static func add(_ rule: HandOverRule, to file: DescriptorFile, _ settings: PersonalConfiguration) {
        let editor = HandOverEditor(path: file.name, routes: Shipped.routes)
        guard let (bytes, line) = try? editor.bytes(of: file, adding: rule) else { return }
        checkNothingIsLost(of: file, in: bytes)
        guard case .success(var again) = read(DescriptorFile(name: file.name, bytes: bytes)) else {
            fatalError("broken promise: a rule that was written is read")
        }
        var wanted = rule
        wanted.place = "\(file.name):\(line)"
        expectEqual(again.handOver.first, wanted, "the rule that was written is the first, where it was said to be")
        again.handOver.removeFirst()
        expectEqual(withoutPlaces(again), withoutPlaces(settings), "all else stays as it was")
    }

    private static func tighten(_ settings: PersonalConfiguration, by later: DescriptorFile) {
        var tightened = settings
        do throws(DescriptorErrors) {
            try tightened.tighten(by: later, routes: Shipped.routes)
        } catch {
            expectEqual(tightened, settings, "a file with mistakes changes nothing")
            return Places.check(error, of: later)
        }
        for (coin, before) in settings.policy.limits {
            let after = tightened.policy.limits[coin] ?? SpendingLimits()
            for (was, now) in [(before.payment, after.payment), (before.day, after.day)] {
                guard let was else { continue }
                expect(now.map { $0 <= was } == true, "a later file raises no limit")
            }
        }
        if let senders = settings.policy.senders {
            expect(tightened.policy.senders?.isSubset(of: senders) == true, "a later file lets nobody else ask")
        }
        tightened.policy = settings.policy
        expectEqual(tightened, settings, "a later file says nothing else")
    }

    /// Checks that editing only inserts text, at one position.
    private static func checkNothingIsLost(of file: DescriptorFile, in bytes: [UInt8]) {
        let start = zip(file.bytes, bytes).prefix { $0 == $1 }.count
        let end = zip(file.bytes.reversed(), bytes.reversed()).prefix { $0 == $1 }.count
        expect(bytes.count >= file.bytes.count && start + end >= file.bytes.count, "no byte is lost")
    }

    private static func withoutPlaces(_ settings: PersonalConfiguration) -> PersonalConfiguration {
        var plain = settings
        for index in plain.handOver.indices { plain.handOver[index].place = nil }
        return plain
    }
}
