import EOSIO
import SchemeRouter

extension ConfigurationReader {
    /// The account of the practice network where none is named.
    static let practiceAccount = "practiceuser"
    private static let addressUses = ["sandbox", "core-rpc", "electrum"]
    private static let accountUses = ["sandbox", "nodeos"]
    private static let accountKeys = ["account", "permission", "chain"]
    private static let coreKeys = ["url", "cookie", "user", "password-file", "wallet"]

    /// What the person chose for a coin; nil where anything is wrong with it, which is noted.
    mutating func network(_ entry: YAMLNode.Entry, of coin: CoinDescriptor) -> CoinNetwork? {
        let settings = ["network"] + Self.coreKeys + ["servers"] + Self.accountKeys
        guard
            let fields = document.fields(of: entry.value, owner: entry.mark, known: ["use"] + settings),
            let use = use(in: fields, of: coin)
        else { return nil }
        if let chain = coin.accountChain { return accountNetwork(use, chain, in: fields, settings) }
        let kinds = NetworkKind.allCases.filter { coin.networks[$0] != nil }
        let network = document.optional("network", in: fields) { document, node in
            document.choice(node, of: "network of \(coin.title)", among: kinds, name: \.rawValue)
        }
        let own: [String]
        switch use {
        case "sandbox": own = ["network"]
        case "core-rpc": own = ["network"] + Self.coreKeys
        default: own = ["network", "servers"]
        }
        refuse(settings.filter { !own.contains($0) }, of: use, in: fields)
        let kind = network ?? .main
        switch use {
        case "sandbox": return CoinNetwork(use: .sandbox, network: kind)
        case "core-rpc": return coreNode(in: fields).map { CoinNetwork(use: .coreRPC($0), network: kind) }
        default:
            return electrumServers(in: fields, of: coin, kind).map { CoinNetwork(use: .electrum($0), network: kind) }
        }
    }

    /// What is asked about the coin: one that fits how its money lies.
    private mutating func use(in fields: Fields, of coin: CoinDescriptor) -> String? {
        let fitting = coin.accountChain == nil ? Self.addressUses : Self.accountUses
        let use = document.required("use", in: fields) { document, node in
            document.choice(node, of: "network", among: Self.addressUses + ["nodeos"], name: \.self)
        }
        guard let use, let node = fields["use"], !fitting.contains(use) else { return use }
        let place = coin.accountChain == nil ? "at addresses" : "in named accounts"
        document.note(
            .conflict, at: node.mark, in: node, "'\(use)' is not for \(coin.title), whose money lies \(place)",
            hint: "one of: \(fitting.joined(separator: ", "))")
        return nil
    }

    /// Notes settings that the network has no use for: what is ignored is a promise that is not kept.
    private mutating func refuse(_ keys: [String], of use: String, in fields: Fields) {
        for key in keys {
            guard let entry = fields.entry(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: fields.node,
                use == "sandbox" ? "the sandbox has no '\(key)'" : "this network has no '\(key)'",
                hint: use == "sandbox" ? "it is part of this program and asks nobody" : "remove it")
        }
    }

    private mutating func accountNetwork(
        _ use: String, _ chain: AccountChainParameters, in fields: Fields, _ settings: [String]
    ) -> CoinNetwork? {
        let isPractice = use == "sandbox"
        let known = isPractice ? ["account", "permission"] : ["url"] + Self.accountKeys
        refuse(settings.filter { !known.contains($0) }, of: use, in: fields)
        var account: String? = Self.practiceAccount
        if !isPractice || fields["account"] != nil {
            account = document.required("account", in: fields) { $0.accountName($1) }
        }
        var permission: String? = "active"
        if let node = fields["permission"] { permission = document.accountName(node) }
        if isPractice {
            guard let account, let permission else { return nil }
            return CoinNetwork(use: .sandbox, signer: AccountSigner(account: account, permission: permission))
        }
        let url = document.required("url", in: fields) { $0.nodeURL($1) }
        var chainID: [UInt8]? = chain.chainID
        if let node = fields["chain"] { chainID = document.chainID(node) }
        guard let account, let permission, let url, let chainID else { return nil }
        return CoinNetwork(
            use: .nodeos(CoinNetwork.Node(url: url, chainID: chainID)),
            signer: AccountSigner(account: account, permission: permission))
    }
}

extension DocumentReader {
    /// The name of an account or a permission on a chain of EOSIO.
    fileprivate mutating func accountName(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        let problem: String
        do throws(NameError) {
            if try Name(text).value != 0 { return text }
            problem = "it is empty"
        } catch {
            problem = error.message
        }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(text)) is no name of the chain: \(problem)",
            hint: "names are up to 12 of a–z, 1–5 and “.”, such as alicealice11")
        return nil
    }

    /// Where a node answers: paths are put behind it.
    mutating func nodeURL(_ node: YAMLNode) -> ServerAddress? {
        guard let text = text(node) else { return nil }
        var base = text[...]
        while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
        if !base.utf8.contains(UInt8(ascii: "?")), let url = ServerAddress(String(base)) { return url }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(text)) is no address of a node",
            hint: "write https:// or http:// and the host, such as \"https://node.example\"")
        return nil
    }
}
