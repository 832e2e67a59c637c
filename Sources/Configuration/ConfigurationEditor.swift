import RouterLinux
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
    private func checked(_ text: ConfigurationText, network: Meaning?) throws(Failure) -> [UInt8] {
        let wanted = Meaning(document.root).settingNetwork(of: coin, to: network)
        let edited = DescriptorFile(name: file.name, bytes: text.bytes)
        guard let reread = try? DocumentReader(edited), reread.isClean,
            Meaning(reread.root).settingNetwork(of: coin, to: network) == wanted,
            Meaning(reread.root).network(of: coin) == network
        else { throw refusal(at: document.root.mark) }
        return edited.bytes
    }

    private func refusal(at mark: YAMLMark) -> Failure {
        .refused(
            "this file cannot be changed safely because of its layout",
            hint: "under “networks”, add or remove by hand: \(line)", at: document.location(mark))
    }
}

extension Meaning {
    /// The coin's entry in the section `networks`.
    fileprivate func network(of coin: CoinID) -> Meaning? {
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
