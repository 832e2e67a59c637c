/// A node of a YAML text, with its place.
///
/// Scalars stay text: what `yes`, `0x1F` or `1e3` means is decided by the field that is read, never by YAML.
package struct YAMLNode: Sendable {
    /// What the node is.
    package let content: Content
    /// Where it begins.
    package let mark: YAMLMark

    /// The kinds of nodes.
    package enum Content: Sendable {
        /// Text, and whether it stands in quotes or a block.
        case scalar(String, isQuoted: Bool)
        /// A list.
        case sequence([YAMLNode])
        /// Keys with values, in the order of the text; each key once. `isFlow` is true for `{ … }`.
        case mapping([Entry], isFlow: Bool)
    }

    /// A key with its value.
    package struct Entry: Sendable {
        /// The key.
        package let key: String
        /// Where the key stands.
        package let mark: YAMLMark
        /// The value.
        package let value: YAMLNode
    }

    /// Whether the value was left out, as in `key:` with nothing behind it.
    package var isEmpty: Bool {
        if case .scalar("", isQuoted: false) = content { true } else { false }
    }
}
