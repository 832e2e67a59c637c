import RouterNetworkBackend
import SchemeRouter

extension ConfigurationReader {
    /// The person's choice for a coin; nil if anything is wrong with it, which is reported.
    mutating func network(_ entry: YAMLNode.Entry, of coin: CoinDescriptor) -> CoinNetwork? {
        let keys = kinds.keys
        guard let fields = document.fields(of: entry.value, owner: entry.mark, known: ["use"] + keys),
            let kind = kind(in: fields, of: coin)
        else { return nil }
        var network: NetworkKind?
        if kind.keys.contains(kind.networkKey) {
            let networks = NetworkKind.allCases.filter { coin.networks[$0] != nil }
            network = document.optional(kind.networkKey, in: fields) { document, node in
                document.choice(node, of: "network of \(coin.title)", among: networks, name: \.rawValue)
            }
        }
        refuse(keys.filter { !kind.keys.contains($0) }, of: kind, in: fields)
        return kind.read(fields, of: coin, on: network ?? .main, &document)
    }

    /// The kind of network, which must fit the coin: addresses or named accounts.
    private mutating func kind(in fields: Fields, of coin: CoinDescriptor) -> (any NetworkUse.Type)? {
        let use = document.required("use", in: fields) { document, node in
            document.choice(node, of: "network", among: kinds.names, name: \.self)
        }
        guard let use, let node = fields["use"] else { return nil }
        let fitting = kinds.filter { $0.servesAccounts == (coin.accountChain != nil) }
        if let kind = fitting.first(where: { $0.name == use }) { return kind }
        let place = coin.accountChain == nil ? "at addresses" : "in named accounts"
        document.note(
            .conflict, in: node, "“\(use)” does not support \(coin.title), whose money is kept \(place)",
            hint: "one of: \(fitting.map { $0.name }.joined(separator: ", "))")
        return nil
    }

    /// Reports settings that the network does not use: ignoring a setting would be a broken promise.
    private mutating func refuse(_ keys: [String], of kind: any NetworkUse.Type, in fields: Fields) {
        for key in keys {
            guard let entry = fields.entry(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: fields.node,
                kind.isPractice ? "the sandbox has no “\(key)”" : "this network has no “\(key)”",
                hint: kind.isPractice
                    ? "remove it: the sandbox is part of this program and uses no network" : "remove it")
        }
    }
}
