import Testing

@testable import SchemeRouter

/// The table of keys, which the reader, the advice and the JSON schema follow.
@Suite struct DescriptorTableTests {
    @Test("Every key has a description, a name of its own in its section, and words that mean nothing else there")
    func keys() {
        for section in DescriptorSection.all + [.outcome] {
            #expect(Set(section.names).count == section.keys.count)
            let words = section.keys.flatMap { $0.synonyms.split(separator: " ") }
            #expect(Set(words).count == words.count && Set(words).isDisjoint(with: section.names.map { $0[...] }))
            #expect(section.keys.allSatisfy { $0.text.hasSuffix(".") })
        }
    }

    @Test("Each word that stands for a key leads to that key")
    func advice() {
        for section in DescriptorSection.all {
            for key in section.keys {
                for word in key.synonyms.split(separator: " ") {
                    #expect(Advice.suggestion(for: String(word), among: section.names) == key.name, "\(word)")
                }
            }
        }
    }

    @Test("What counts without a key is read as if it were written")
    func standards() throws {
        let coin = try #require(try RouteTable.load([file(DefaultsTests.short)]).coin("feathercoin"))
        let written = (DescriptorSection.coin.keys).compactMap { key in
            key.standard.map { "\(key.name): \($0)" }
        }
        let fees = DescriptorSection.fees.keys.map { "\($0.name): \($0.standard?.description ?? "")" }
        let all = written + ["fee-per-kb: { \(fees.joined(separator: ", ")) }"]
        let text = DefaultsTests.short.replacing("ticker: FTC,", with: "ticker: FTC, \(all.joined(separator: ", ")),")
        #expect(try RouteTable.load([file(text)]).coin("feathercoin") == coin)
    }

    @Test("S7: a later file may write exactly the keys of the table that make something stricter")
    func tightened() {
        #expect(DescriptorSection.coin.tightened == ["max-money", "fee-per-kb", "coinbase-maturity"])
        #expect(DescriptorSection.scheme.tightened == ["enabled", "actions", "examples"])
        for key in DescriptorSection.coin.keys where !key.isTightened {
            let found = mistakes(
                LayeringTests.first, file("version: 1\ncoins: { demo: { \(key.name): 1 } }\n", name: "b.yaml"))
            #expect(found.contains { $0.code == .duplicateName }, "\(key.name)")
        }
    }

    /// For each section, descriptions on top of the shipped ones in which `%` stands for one more of its keys.
    private static let hosts: [(section: DescriptorSection, texts: [String])] = {
        let coin = "coins:\n demo:\n  ticker: DEMO\n"
        let networks = "\(coin)  networks:\n   main:\n    p2pkh: 30\n    p2sh: 5\n    bip44: 77\n"
        let foreign = "\(coin)  hand-over: only\n"
        let scheme = "schemes:\n demo:\n  coin: dash\n"
        let wallet = "\(scheme)  grammar: bip21\n"
        let uri = "schemes:\n demo:\n  coin: monero\n  grammar: uri\n"
        let links = "\(uri)  links:\n"
        let actions = "\(scheme)  grammar: authority-params\n  actions:\n"
        let examples = "\(wallet)  examples:\n   - url: \"demo:x\"\n"
        let kinds = AddressForm.Kind.allCases.map {
            "\(foreign)  addresses:\n   main:\n    - kind: \($0.rawValue)\n      %"
        }
        return [
            (.file, ["%"]), (.scheme, ["\(wallet)  %", "\(links)   path: \"{address}\"\n  %"]),
            (.coin, ["\(networks)  %", "\(foreign)  %"]),
            (.network, ["\(networks)    %"]), (.fees, ["\(networks)  fee-per-kb:\n   %"]),
            (.accountChain, ["\(coin)  account-chain:\n   %"]), (.networks, ["\(coin)  networks:\n   %"]),
            (.upgrade, ["\(networks)    upgrade:\n     %"]), (.action, ["\(actions)   payment:\n    %"]),
            (.parameter, ["amount", "message"].map { "\(actions)   payment:\n    params:\n     \($0):\n      %" }),
            (.example, ["\(examples)     %"]), (.outcome, ["\(examples)     is:\n      %"]),
            (.actions, ["\(actions)   %"]), (.parameters, ["\(actions)   payment:\n    params:\n     %"]),
            (.addressForm, kinds),
            (.links, ["\(links)   %", "\(scheme)  links:\n   %"]), (.linkKeys, ["\(links)   keys:\n    %"]),
            (.linkAmounts, ["\(links)   amounts:\n    %"]),
            (.linkForm, ["\(links)   forms:\n    - path: \"{address}\"\n      %"]),
            (.linkParameter, ["\(links)   parameters:\n    key:\n     is: note\n     %"]),
            (.linkValue, ["\(links)   parameters:\n    key:\n     is: note\n     values:\n      one:\n       %"]),
            (.lineForm, ["\(links)   texts:\n    - mark: X\n      %", "\(links)   texts:\n    - link: X\n      %"]),
            (.lineRule, ["\(links)   texts:\n    - mark: X\n      lines:\n       - line: 2\n         %"]),
            (.linkPage, ["\(links)   pages:\n    - %"]),
            (.coinAddresses, ["\(foreign)  addresses:\n   %"]),
        ]
    }()

    @Test("A value that fits no key is a mistake for each of them: nothing is accepted and then ignored")
    func everyKeyIsRead() {
        #expect(
            Set(Self.hosts.map { ObjectIdentifier($0.section) })
                == Set((DescriptorSection.all + [.outcome]).map(ObjectIdentifier.init)))
        for (section, texts) in Self.hosts {
            for key in section.keys {
                let isRead = texts.contains { text in
                    let lines = "version: 1\n\(text)".replacing("%", with: "\(key.name): [[[x]]]")
                        .split(separator: "\n").map(String.init)
                    let last = lines.count
                    // Not twice, where the description has the key already.
                    let indent = lines[last - 1].prefix { $0 == " " }
                    let kept =
                        lines.dropLast().map { $0.hasPrefix("\(indent)\(key.name):") ? "" : $0 } + lines.suffix(1)
                    return mistakes(.shipped, file(kept.joined(separator: "\n"))).contains {
                        $0.line == last && $0.code != .unknownKey && $0.code != .syntax
                    }
                }
                #expect(isRead, "\(section.owner ?? "an outcome"): \(key.name)")
            }
        }
    }
}
