import Glibc
import RouterLinux
import RouterNetworkBackend
import RouterNetworks
import RouterStorage
import SchemeRouter

/// Switches a coin's practice network on or off in the person's own file and preserves every other byte.
///
/// It inserts or removes one line, `  dash: { use: sandbox }`. It refuses a change that it cannot make this way, naming
/// the line to change by hand; and it verifies its own result by reading it.
public struct ConfigurationEditor {
    /// Why nothing was changed.
    public enum Failure: Error, Sendable, Hashable {
        /// The file cannot be read, or is not YAML.
        case unreadable(DescriptorErrors)
        /// The file is written in a way that this editor does not change.
        case refused(String, hint: String, at: SourceLocation)
        /// The file cannot be written.
        case cannotWrite(String)
    }

    private let file: DescriptorFile
    private let coin: CoinID
    private let document: DocumentReader

    private var line: String { "\(coin): { use: sandbox }" }

    private init(_ file: DescriptorFile, coin: CoinID) throws(Failure) {
        self.file = file
        self.coin = coin
        document = try rethrowing(try DocumentReader(file), Failure.unreadable)
        guard document.isClean else { throw .unreadable(DescriptorErrors(document.diagnostics)) }
    }

    /// The bytes of `file` with the practice network of `coin` switched on or off; nil if it already is.
    public static func bytes(
        of file: DescriptorFile, switchingSandbox isOn: Bool, for coin: CoinID
    ) throws(Failure) -> [UInt8]? {
        let editor = try ConfigurationEditor(file, coin: coin)
        return isOn ? try editor.switchedOn() : try editor.switchedOff()
    }

    private func switchedOn() throws(Failure) -> [UInt8]? {
        var text = ConfigurationText(file)
        guard let networks = try section() else {
            text.insert(["networks:", "  " + line], behind: text.count)
            return try checked(text, network: .sandbox)
        }
        let entries = networks.value.entries
        if let entry = entries.first(where: { $0.key == coin.name }) {
            if entry.value.isSandbox { return nil }
            throw .refused(
                "\(coin) already has another network", hint: "change it by hand to: \(line)",
                at: document.location(entry.mark))
        }
        try checkStyle(of: networks)
        // After the section's line, not before the first entry, so that a comment above the entry stays above it.
        let indent = entries.first.map { Int($0.mark.column) - 1 } ?? 2
        text.insert([String(repeating: " ", count: indent) + line], behind: Int(networks.mark.line))
        return try checked(text, network: .sandbox)
    }

    private func switchedOff() throws(Failure) -> [UInt8]? {
        guard let networks = try section() else { return nil }
        let entries = networks.value.entries
        guard let entry = entries.first(where: { $0.key == coin.name }), entry.value.isSandbox else { return nil }
        try checkStyle(of: networks)
        var text = ConfigurationText(file)
        let number = Int(entry.mark.line)
        guard !text[number].contains(UInt8(ascii: "#")) else {
            throw .refused(
                "the line for \(coin) has a comment, which would be lost", hint: "remove the line by hand",
                at: document.location(entry.mark))
        }
        // A section that was created by switching on is removed with its only entry.
        let isAlone = entries.count == 1 && text[number - 1].elementsEqual("networks:".utf8)
        text.remove((isAlone ? number - 1 : number)...number)
        return try checked(text, network: nil)
    }

    /// The section `networks`; nil if there is none.
    private func section() throws(Failure) -> YAMLNode.Entry? {
        guard case .mapping(let sections, isFlow: false) = document.root.content else {
            throw refusal(at: document.root.mark)
        }
        guard let networks = sections.first(where: { $0.key == "networks" }) else { return nil }
        if case .mapping = networks.value.content { return networks }
        guard networks.value.isEmpty else { throw refusal(at: networks.value.mark) }
        return networks
    }

    private func checkStyle(of networks: YAMLNode.Entry) throws(Failure) {
        if case .mapping(_, isFlow: true) = networks.value.content { throw refusal(at: networks.value.mark) }
    }

    /// The edited bytes, if their meaning is unchanged except for this network of the coin.
    private func checked(_ text: ConfigurationText, network: NormalizedYAML?) throws(Failure) -> [UInt8] {
        let wanted = NormalizedYAML(document.root).settingNetwork(of: coin, to: network)
        let edited = DescriptorFile(name: file.name, bytes: text.bytes)
        guard let reread = try? DocumentReader(edited), reread.isClean,
            NormalizedYAML(reread.root).settingNetwork(of: coin, to: network) == wanted,
            NormalizedYAML(reread.root).network(of: coin) == network
        else { throw refusal(at: document.root.mark) }
        return edited.bytes
    }

    private func refusal(at mark: YAMLMark) -> Failure {
        .refused(
            "this file cannot be changed safely because of its layout",
            hint: "under “networks”, add or remove by hand: \(line)", at: document.location(mark))
    }
}

extension NormalizedYAML {
    /// The coin's entry in the section `networks`.
    fileprivate func network(of coin: CoinID) -> NormalizedYAML? {
        guard case .mapping(let sections) = self, case .mapping(let networks)? = sections["networks"] else {
            return nil
        }
        return networks[coin.name]
    }
}

extension YAMLNode {
    fileprivate var entries: [Entry] {
        if case .mapping(let entries, _) = content { entries } else { [] }
    }

    fileprivate var isSandbox: Bool {
        entries.contains { entry in
            if entry.key == "use", case .scalar("sandbox", _) = entry.value.content { true } else { false }
        }
    }
}

/// The text of a settings file, line by line. Unchanged lines keep their bytes.
struct ConfigurationText {
    private let mark: ArraySlice<UInt8>
    private var lines: [ArraySlice<UInt8>]

    /// Splits the text of a file. Lines keep their line breaks.
    init(_ file: DescriptorFile) {
        let text = Array(file.text)
        let places = SourceLines(text)
        mark = file.bytes.dropLast(text.count)
        lines = (1...places.count).map { text[places.range(ofLine: $0, in: text)] }
        if lines.last?.isEmpty == true { lines.removeLast() }
    }

    var bytes: [UInt8] { Array(mark) + lines.joined() }

    /// A line, counted from 1, without its line break; empty if there is no such line.
    subscript(line: Int) -> ArraySlice<UInt8> {
        guard lines.indices.contains(line - 1) else { return [] }
        return lines[line - 1].prefix { $0 != 0x0A && $0 != 0x0D }
    }

    /// Inserts lines after the line `line`, counted from 1. 0 inserts them at the start.
    ///
    /// If the text does not end with a line break, neither does the result.
    mutating func insert(_ texts: [String], behind line: Int) {
        let lineBreak = self.lineBreak
        var added = texts.map { ArraySlice(Array($0.utf8) + lineBreak) }
        if line == lines.count, let last = lines.last, !Self.endsWithBreak(last) {
            lines[line - 1] = last + lineBreak
            added[added.count - 1].removeLast(lineBreak.count)
        }
        lines.insert(contentsOf: added, at: line)
    }

    /// Removes the lines `range`, counted from 1.
    mutating func remove(_ range: ClosedRange<Int>) {
        let endedWithBreak = lines.last.map(Self.endsWithBreak) ?? true
        lines.removeSubrange(range.lowerBound - 1...range.upperBound - 1)
        if !endedWithBreak, let last = lines.last, Self.endsWithBreak(last) {
            lines[lines.count - 1] = last.prefix { $0 != 0x0A && $0 != 0x0D }
        }
    }

    var count: Int { lines.count }

    /// The line break of the first line; LF if there is none.
    private var lineBreak: [UInt8] {
        lines.first?.suffix(2).elementsEqual([0x0D, 0x0A]) == true ? [0x0D, 0x0A] : [0x0A]
    }

    private static func endsWithBreak(_ line: ArraySlice<UInt8>) -> Bool {
        line.last == 0x0A || line.last == 0x0D
    }
}

extension ConfigurationEditor {
    /// Switches the practice network of a coin on or off in the file at `path`, which is created if it does not exist.
    ///
    /// The file is replaced as a whole, so that nobody ever reads half of it. Returns false if there is nothing to
    /// change.
    public static func switchSandbox(_ isOn: Bool, for coin: CoinID, path: String) throws(Failure) -> Bool {
        let path = target(of: path)
        let file = try rethrowing(try DescriptorFile.read(path: path, trust: .ownedPrivate), Failure.unreadable)
        let known = file ?? DescriptorFile(name: path, bytes: [])
        guard let bytes = try bytes(of: known, switchingSandbox: isOn, for: coin) else { return false }
        do {
            if let directory = path.parentPath { try PrivateDirectory.create(directory) }
            try AtomicFile.write(bytes, to: path)
        } catch {
            throw .cannotWrite(error.message)
        }
        return true
    }

    /// The target of a link: replacing the link itself would break the setup of people who link to their settings.
    private static func target(of path: String) -> String { Linux.realpath(path) ?? path }
}

/// Inserts a rule about other wallets into the person's own file, before all other rules, and preserves every other
/// byte.
///
/// Like ``ConfigurationEditor``, it refuses a change that it cannot make this way, and verifies its own result by
/// reading it.
public struct HandOverEditor: HandOverRules {
    private let path: String
    private let routes: RouteTable

    /// An editor of the settings at `path`.
    /// - Parameter routes: the coins and schemes that rules can name.
    public init(path: String, routes: RouteTable) {
        self.path = path
        self.routes = routes
    }

    /// Networks that the settings can use in addition to those of this package.
    package var networks: [any NetworkUse.Type] = []

    /// `- { coin: bitcoin, at-least: "0.1", to: electrum }`.
    public func line(for rule: HandOverRule) -> String {
        func amount(_ key: String, _ amount: Amount?) -> String? {
            guard let amount, let coin = rule.coin.flatMap(routes.coin) else { return nil }
            return "\(key): \"\(amount.text(decimals: coin.decimals))\""
        }
        let parts = [
            rule.scheme.map { "scheme: \($0)" }, rule.coin.map { "coin: \($0)" },
            rule.network.map { "network: \($0.rawValue)" }, amount("at-least", rule.atLeast),
            amount("below", rule.below), rule.isForeign ? "grammar: other" : nil, "to: \(Self.written(rule.target))",
            rule.asks ? nil : "ask: no", rule.reads.map { "reads: \($0.written)" },
        ]
        return "- { " + parts.compactMap(\.self).joined(separator: ", ") + " }"
    }

    /// The target's name in YAML: quoted if it is more than a word.
    private static func written(_ target: HandOverRule.Target) -> String {
        let name = target.name
        let isWord =
            name.utf8.first.map { $0 > UInt8(ascii: "9") } == true
            && name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0))
            }
            && !["yes", "no", "on", "off", "true", "false", "null", "y", "n"].contains(name.lowercased())
        return isWord ? name : "\"\(name)\""
    }

    /// Inserts a rule before all others. Returns its location.
    ///
    /// Throws `ServiceError/Code/cannotWrite` if the file is written in a way that this editor does not change.
    public func remember(_ rule: HandOverRule) throws(ServiceError) -> String {
        let target = Linux.realpath(path) ?? path
        do {
            let file =
                try DescriptorFile.read(path: target, trust: .ownedPrivate) ?? DescriptorFile(name: target, bytes: [])
            let (bytes, line) = try self.bytes(of: file, adding: rule)
            if let directory = target.parentPath { try PrivateDirectory.create(directory) }
            try AtomicFile.write(bytes, to: target)
            return "\(target):\(line)"
        } catch let error as ServiceError {
            throw error
        } catch let error as DescriptorErrors {
            throw refusal(error.diagnostics.first?.message ?? "it cannot be read", rule)
        } catch {
            throw refusal("\(error)", rule)
        }
    }

    /// The bytes of `file` with a rule inserted before all others, and its line number.
    func bytes(
        of file: DescriptorFile, adding rule: HandOverRule
    ) throws(ServiceError) -> (bytes: [UInt8], line: Int) {
        guard let document = try? DocumentReader(file), document.isClean,
            case .mapping(let sections, isFlow: false) = document.root.content
        else { throw refusal("it cannot be read as settings", rule) }
        var text = ConfigurationText(file)
        let line: Int
        if let section = sections.first(where: { $0.key == "hand-over" }) {
            var indent = "  "
            switch section.value.content {
            case .sequence(let items):
                if let first = items.first {
                    let before = text[Int(first.mark.line)].prefix { $0 == UInt8(ascii: " ") }
                    guard text[Int(first.mark.line)].dropFirst(before.count).first == UInt8(ascii: "-") else {
                        throw refusal("its rules cannot be changed safely because of their layout", rule)
                    }
                    indent = String(decoding: before, as: UTF8.self)
                }
            default:
                guard section.value.isEmpty else {
                    throw refusal("its rules cannot be changed safely because of their layout", rule)
                }
            }
            line = Int(section.mark.line) + 1
            text.insert([indent + self.line(for: rule)], behind: line - 1)
        } else {
            line = text.count + 2
            text.insert(["hand-over:", "  " + self.line(for: rule)], behind: text.count)
        }
        let edited = DescriptorFile(name: file.name, bytes: text.bytes)
        guard let reread = try? DocumentReader(edited), reread.isClean,
            NormalizedYAML(reread.root).rulesWithoutFirst == NormalizedYAML(document.root).rules,
            NormalizedYAML(reread.root).otherSections == NormalizedYAML(document.root).otherSections,
            let rules = try? PersonalConfiguration.read(
                edited, routes: routes, networks: NetworkList.all + networks
            ).handOver,
            rules.first?.isEquivalent(to: rule) == true
        else { throw refusal("it cannot be changed safely because of its layout", rule) }
        return (edited.bytes, line)
    }

    private func refusal(_ reason: String, _ rule: HandOverRule) -> ServiceError {
        ServiceError(
            .cannotWrite, "\(Quoted.word(path)) was not changed: \(reason).",
            hint: "Under “hand-over:”, add by hand: \(line(for: rule))")
    }
}

extension HandOverRule {
    /// Whether both rules are equal, ignoring their locations.
    fileprivate func isEquivalent(to other: HandOverRule) -> Bool {
        var moved = other
        moved.place = place
        return self == moved
    }
}

extension NormalizedYAML {
    fileprivate var rules: [NormalizedYAML] {
        guard case .mapping(let sections) = self, case .sequence(let rules)? = sections["hand-over"] else { return [] }
        return rules
    }

    fileprivate var rulesWithoutFirst: [NormalizedYAML] { Array(rules.dropFirst()) }

    fileprivate var otherSections: [String: NormalizedYAML] {
        guard case .mapping(var sections) = self else { return [:] }
        sections["hand-over"] = nil
        return sections
    }
}
