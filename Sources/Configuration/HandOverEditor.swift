import RouterLinux
import RouterNetworkBackend
import RouterNetworks
import RouterStorage
import SchemeRouter

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
            rule.asks ? nil : "ask: no",
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
            Meaning(reread.root).rulesWithoutFirst == Meaning(document.root).rules,
            Meaning(reread.root).otherSections == Meaning(document.root).otherSections,
            let rules = try? PersonalConfiguration.read(
                edited, routes: routes, networks: NetworkList.all + networks
            ).handOver,
            rules.first?.saysSame(as: rule) == true
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
    fileprivate func saysSame(as other: HandOverRule) -> Bool {
        var moved = other
        moved.place = place
        return self == moved
    }
}

extension Meaning {
    fileprivate var rules: [Meaning] {
        guard case .mapping(let sections) = self, case .sequence(let rules)? = sections["hand-over"] else { return [] }
        return rules
    }

    fileprivate var rulesWithoutFirst: [Meaning] { Array(rules.dropFirst()) }

    fileprivate var otherSections: [String: Meaning] {
        guard case .mapping(var sections) = self else { return [:] }
        sections["hand-over"] = nil
        return sections
    }
}
