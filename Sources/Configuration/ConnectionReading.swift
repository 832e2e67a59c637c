import SchemeRouter

extension ConfigurationReader {
    /// How servers are reached: `proxy`, `allow-hosts`, and `sockets`.
    mutating func connections(in fields: Fields) -> ConnectionSettings {
        var hosts: [String] = []
        if let node = fields["allow-hosts"], !node.isEmpty {
            for item in document.items(of: node) ?? [] {
                if let host = document.host(item) { hosts.append(host) }
            }
        }
        let proxy = document.optional("proxy", in: fields) { $0.proxy($1) }
        var sockets: [ConnectionSettings.LocalServer] = []
        for entry in section("sockets", in: fields) {
            if let server = document.localServer(entry) { sockets.append(server) }
        }
        return ConnectionSettings(proxy: proxy, allowedHosts: hosts, sockets: sockets)
    }
}

extension DocumentReader {
    /// A host as in addresses, without brackets and port, in lower case.
    fileprivate mutating func host(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        let bytes = text.lowercased().utf8
        let isName = bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._".utf8.contains($0) }
        let isIPv6 =
            bytes.count { $0 == UInt8(ascii: ":") } > 1
            && bytes.allSatisfy { $0.isASCIIDigit || (0x61...0x66).contains($0) || ":.".utf8.contains($0) }
        guard !bytes.isEmpty, bytes.count <= 253, isName || isIPv6 else {
            note(
                .invalidValue, in: node, "\(quoted(text)) is not a host",
                hint: "write only its name or address, such as \"127.0.0.1\", \"::1\" or node.home")
            return nil
        }
        return text.lowercased()
    }

    /// A Unix socket and its alias: `http://localhost:8888: /run/nodeos.sock`.
    fileprivate mutating func localServer(_ entry: YAMLNode.Entry) -> ConnectionSettings.LocalServer? {
        let rest = ["http://", "tcp://"].first(where: entry.key.hasPrefix).map { entry.key.dropFirst($0.count) }
        guard let rest, !rest.utf8.contains(where: { "/?".utf8.contains($0) }), ServerAddress("http://" + rest) != nil
        else {
            note(
                .invalidValue, at: entry.mark, in: entry.value,
                "\(quoted(entry.key)) is not a server on this computer",
                hint: "write http:// or tcp://, a host and a port, as where the server is configured")
            return nil
        }
        guard let path = label(entry.value, limit: 107) else { return nil }
        guard path.utf8.first == UInt8(ascii: "/") else {
            note(
                .invalidValue, in: entry.value, "\(quoted(path)) is not the path of a file",
                hint: "write an absolute path, such as /run/nodeos.sock")
            return nil
        }
        return ConnectionSettings.LocalServer(name: entry.key, path: path)
    }

    /// A proxy: scheme, host and port.
    fileprivate mutating func proxy(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        let schemes = ["socks5h://", "http://", "https://"]
        let rest = schemes.first(where: text.hasPrefix).map { text.dropFirst($0.count) }
        if let rest, !rest.utf8.contains(where: { "/?".utf8.contains($0) }), ServerAddress("https://" + rest) != nil {
            return text
        }
        note(
            .invalidValue, in: node, "\(quoted(text)) is not a proxy",
            hint: "write socks5h://, http:// or https://, a host and a port, such as \"socks5h://127.0.0.1:9050\"")
        return nil
    }
}
