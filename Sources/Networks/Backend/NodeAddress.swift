import SchemeRouter

extension DocumentReader {
    /// A node's base URL, to which paths are appended.
    package mutating func nodeURL(_ node: YAMLNode) -> ServerAddress? {
        guard let text = text(node) else { return nil }
        var base = text[...]
        while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
        if !base.utf8.contains(UInt8(ascii: "?")), let url = ServerAddress(String(base)) { return url }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(text)) is not the address of a node",
            hint: "write https:// or http:// and the host, such as \"https://node.example\"")
        return nil
    }
}
