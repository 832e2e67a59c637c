import SchemeRouter

extension ConfigurationReader {
    /// The node that the person chose for a coin; nil where anything is wrong with it, which is noted.
    mutating func coreNode(in fields: Fields) -> CoinNetwork.CoreNode? {
        let url = document.required("url", in: fields) { $0.nodeURL($1) }
        let login = login(in: fields)
        let wallet = document.optional("wallet", in: fields) { $0.walletName($1) }
        guard let url, let login, wallet != nil || fields["wallet"] == nil else { return nil }
        return CoinNetwork.CoreNode(url: url, login: login, wallet: wallet)
    }

    /// Either the node's own cookie, or a name with a file for its password: a password in this file would be read by
    /// this program, which must not know it (S8).
    private mutating func login(in fields: Fields) -> CoinNetwork.CoreNode.Login? {
        guard let cookie = fields.entry("cookie") else {
            let user = document.required("user", in: fields) { $0.userName($1) }
            let file = document.required("password-file", in: fields) { $0.filePath($1) }
            guard let user, let file else { return nil }
            return .user(user, passwordFile: file)
        }
        for key in ["user", "password-file"] {
            guard let entry = fields.entry(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: fields.node, "'\(key)' and 'cookie' exclude each other",
                hint: "the cookie has name and password in it")
        }
        return document.filePath(cookie.value).map(CoinNetwork.CoreNode.Login.cookie)
    }
}

extension DocumentReader {
    /// A file, from the root directory or the person's home on.
    fileprivate mutating func filePath(_ node: YAMLNode) -> String? {
        guard let path = label(node, limit: 1_024) else { return nil }
        if path.hasPrefix("/") || (path.hasPrefix("~/") && path.utf8.count > 2) { return path }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(path)) is no path of a file",
            hint: "begin it with / or ~/, such as ~/.dashcore/.cookie")
        return nil
    }

    /// The name of a node's wallet, which becomes a part of the node's URL.
    fileprivate mutating func walletName(_ node: YAMLNode) -> String? {
        guard let name = label(node, limit: 64) else { return nil }
        if name.utf8.allSatisfy({ $0.isNameOfWallet }) && !name.hasPrefix(".") { return name }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(name)) is no name of a wallet that can be used here",
            hint: "letters, digits, “-”, “_” and “.”; “listwallets” of the node says its name")
        return nil
    }

    /// A name as HTTP takes it: no colon, which ends it there.
    fileprivate mutating func userName(_ node: YAMLNode) -> String? {
        guard let name = label(node, limit: 256) else { return nil }
        if name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }) { return name }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(name)) is no user name of a node",
            hint: "it is the rpcuser or rpcauth name of the node’s own settings, without a colon")
        return nil
    }
}

extension UInt8 {
    /// A character that stands for itself in a URL (RFC 3986, 2.3), and in the names of files everywhere.
    fileprivate var isNameOfWallet: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}
