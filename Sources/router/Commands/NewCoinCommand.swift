import ArgumentParser
import ExactJSON
import RouterStorage
import SchemeRouter

/// `router new-coin`: adds a descriptor of a Bitcoin-like coin to the person's own descriptors.
struct NewCoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-coin", abstract: "Write a descriptor for a Bitcoin-like coin.",
        discussion: """
            The numbers are in the source of the coin's own node: versions and the first block in chainparams.cpp, \
            the maximum supply in amount.h, the lowest fee in validation.h (DEFAULT_MIN_RELAY_TX_FEE), and the dust \
            rate in policy/policy.h (DUST_RELAY_TX_FEE): --dust is what it charges for 182 bytes. The coin type is in \
            SLIP-44. Bitcoin's numbers are used for what you leave out. Nothing is overwritten.
            """)

    @OptionGroup var coin: CoinTemplate
    @Flag(help: "Print the descriptor, and write nothing.") var dryRun = false
    @Flag(help: "Print JSON, with the descriptor in it.") var json = false

    func run() throws {
        let options = RouterCommand.options ?? GlobalOptions()
        let (_, paths) = try AppContext.paths(options)
        let path = "\(paths.schemes)/\(coin.name).yaml"
        let text = coin.text
        try check(DescriptorFile(name: path, bytes: Array(text.utf8)), options, paths)
        let object = JSON([
            "coin": coin.name, "file": path, "written": !dryRun, "descriptor": text,
        ])
        guard !dryRun else {
            if json { StandardStreams.print([object]) } else { StandardStreams.write(Array(text.utf8), to: 1) }
            return
        }
        try PrivateDirectory.create(paths.schemes)
        try AtomicFile.write(Array(text.utf8), to: path, mode: .create)
        // For editors. Only files named *.yaml are descriptors.
        try AtomicFile.write(Array(DescriptorSchema.text.utf8), to: "\(paths.schemes)/\(CoinTemplate.schemaName)")
        guard !json else { return StandardStreams.print([object]) }
        let next = [
            ("check", "this file with everything else"),
            ("sandbox on \(coin.name)", "practise: PRACTICE – no real money"),
            ("register --scheme \(coin.name)", "open its links here"),
        ]
        let width = next.map(\.0.utf8.count).max() ?? 0
        StandardStreams.print(
            ["Wrote \(path.printable)", "Next:"]
                + next.map { "  router \($0)\(String(repeating: " ", count: width - $0.utf8.count)) # \($1)" })
    }

    /// Reads the descriptor on top of everything that is installed, as every command will.
    private func check(_ file: DescriptorFile, _ options: GlobalOptions, _ paths: FilePaths) throws {
        var stack = try AppContext.stack(options, paths)
        if stack.files.contains(where: { $0.name == file.name }) {
            throw ServiceError(
                .cannotWrite, "\(file.name) already exists and was left as it is.",
                hint: "Change it by hand, or remove it first.")
        }
        stack.add(file)
        do throws(DescriptorErrors) {
            _ = try RouteTable.load(stack, for: AppContext.plugins(options.additions))
        } catch {
            let own = error.diagnostics.filter { $0.file == file.name }
            // Every command reports mistakes in other files, so this one does not.
            guard !own.isEmpty else { throw error }
            throw UsageError(
                "The descriptor was not written, because it is not valid with these values.",
                hint: "“router new-coin --help” says what each number means.", mistakes: DescriptorErrors(own))
        }
    }
}

/// The descriptor of a Bitcoin-like coin, as a person would write it, from the options of `router new-coin`.
struct CoinTemplate: ParsableArguments {
    @Argument(help: "The coin's id, which is also the scheme of its links, such as feathercoin.") var name: String
    @Option(help: "The short name beside amounts, such as FTC.") var ticker: String
    @Option(help: "Version byte of an address.", transform: CoinTemplate.byte) var p2pkh: UInt8
    @Option(
        help: "Version byte of a script address; give it twice if old addresses have another.",
        transform: CoinTemplate.byte)
    var p2sh: [UInt8]
    @Option(help: "BIP44 coin type.") var bip44: UInt32
    @Option(help: "Human-readable part of segwit addresses; leave it out if the coin has none.") var bech32: String?
    @Option(
        help: "Version byte of a private key (WIF), if it is not --p2pkh plus 128.", transform: CoinTemplate.byte)
    var wif: UInt8?
    @Option(help: "The name for people, if it is not the id with a capital letter.") var title: String?
    @Option(help: "The name of the smallest unit, if it is not satoshi.") var unit: String?
    @Option(help: "Decimal places of one coin, if not 8.") var decimals: UInt8?
    @Option(help: "The maximum supply, in coins, if not 21000000.") var maxMoney: String?
    @Option(help: "The smallest output that nodes relay, in the smallest unit, if not 546.") var dust: UInt64?
    @Option(help: "The lowest fee that nodes relay, in the smallest unit for 1,000 bytes, if not 1000.")
    var minFee: UInt64?
    @Option(help: "The fee if the network gives no estimate, for 1,000 bytes, if not 10000.")
    var fee: UInt64?
    @Option(help: "The fee above which you are warned, for 1,000 bytes, if not 100000.") var highFee: UInt64?
    @Option(help: "The fee above which nothing is signed, for 1,000 bytes, if not 1500000.")
    var maxFee: UInt64?
    @Option(
        help: "Version of an extended public key, such as 0x0488B21E, if it is not Bitcoin's; --xprv belongs to it.",
        transform: CoinTemplate.version)
    var xpub: UInt32?
    @Option(
        help: "Version of an extended private key, such as 0x0488ADE4.", transform: CoinTemplate.version)
    var xprv: UInt32?
    @Option(
        help: "Hash of the first block. Servers whose first block is another one are refused; some coins share theirs.")
    var genesis: String?

    /// Four bytes, as chainparams.cpp and descriptors write them.
    private static func version(_ text: String) throws -> UInt32 {
        guard let number: UInt32 = number(text) else {
            throw ValidationError("Expected the version of an extended key, such as 0x0488B21E.")
        }
        return number
    }

    private static func byte(_ text: String) throws -> UInt8 {
        guard let number: UInt8 = number(text) else { throw ValidationError("Expected a number from 0 to 255.") }
        return number
    }

    /// A number in decimal digits or, after `0x`, hexadecimal ones. Nil for anything else, such as a sign, which Swift
    /// would accept.
    private static func number<Number: FixedWidthInteger>(_ text: String) -> Number? {
        let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = isHex ? text.dropFirst(2) : text[...]
        guard digits.first != "+", digits.first != "-" else { return nil }
        return Number(digits, radix: isHex ? 16 : 10)
    }

    func validate() throws {
        guard p2pkh < 128 || wif != nil else {
            throw ValidationError(
                "--wif is missing. Its default is --p2pkh plus 128, but \(p2pkh) plus 128 does not fit into a byte.")
        }
        guard (xpub == nil) == (xprv == nil) else {
            throw ValidationError("--xpub and --xprv belong together: give both.")
        }
    }

    /// The schema file next to the descriptor, for editors.
    static let schemaName = "schemes.schema.json"

    var text: String {
        let optional: [(String, String?)] = [
            ("title", title.map(Self.scalar)), ("ticker", Self.scalar(ticker)), ("unit", unit.map(Self.scalar)),
            ("decimals", decimals.map { "\($0)" }), ("max-money", maxMoney.map(Self.quoted)),
            ("dust", dust.map { "\($0)" }), ("fee-per-kb", fees),
        ]
        let fields = optional.compactMap { key, value in value.map { "    \(key): \($0)\n" } }.joined()
        let versions = p2sh.count == 1 ? "\(p2sh[0])" : "[\(p2sh.map { "\($0)" }.joined(separator: ", "))]"
        let numbers: [String?] = [
            "p2pkh: \(p2pkh)", "p2sh: \(versions)", wif.map { "wif: \($0)" },
            xpub.map { "xpub: \(Self.hex($0))" }, xprv.map { "xprv: \(Self.hex($0))" },
            bech32.map { "bech32: \(Self.scalar($0))" }, "bip44: \(bip44)",
        ]
        // A network with a hash takes several lines, because the hash is long.
        let network =
            genesis.map { hash in
                "\n" + numbers.compactMap(\.self).map { "        \($0)\n" }.joined()
                    + "        genesis: \(Self.quoted(hash))"
            } ?? " { \(numbers.compactMap(\.self).joined(separator: ", ")) }"
        let key = Self.scalar(name)
        return """
            # yaml-language-server: $schema=./\(Self.schemaName)
            # Compare the numbers with the source of the coin's own node before you use real money.
            version: 1
            coins:
              \(key):
            \(fields)    networks:
                  main:\(network)
            schemes:
              \(key):
                coin: \(key)
                grammar: bip21

            """
    }

    /// `{ min: 1000, max: 5000 }`; nil if all fees are Bitcoin's.
    private var fees: String? {
        let parts = [("min", minFee), ("normal", fee), ("high", highFee), ("max", maxFee)]
            .compactMap { name, value in value.map { "\(name): \($0)" } }
        return parts.isEmpty ? nil : "{ \(parts.joined(separator: ", ")) }"
    }

    private static func hex(_ version: UInt32) -> String {
        let digits = String(version, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Quotes a text for YAML, unless every parser reads it as text without quotes.
    private static func scalar(_ text: String) -> String {
        let words = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
        let isPlain =
            text.utf8.first.map { (0x61...0x7A).contains($0 | 0x20) } == true && text.utf8.last != 0x20
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || " -.".utf8.contains(byte)
            } && !words.contains(text.lowercased())
        return isPlain ? text : quoted(text)
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
