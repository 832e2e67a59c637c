import SchemeRouter
import Synchronization

/// The entries in lists of a node or servers that cannot be read. They alone are left out, and the person is told.
package final class UnreadEntries: Sendable {
    /// The most entries that the text names.
    private static let mostNamed = 3
    /// The most entries that are kept, and bytes of each: a server can send millions.
    private static let mostKept = 1_000
    private static let longestName = 2_048

    private let entries = Mutex<[String: Set<String>]>([:])

    package init() {}

    /// Notes an entry.
    /// - Parameters:
    ///   - id: the transaction that it names; nil if it names none.
    ///   - text: the entry itself. Untrusted.
    ///   - source: who lists it, such as `The node`.
    package func note(_ id: TransactionID?, _ text: String, by source: String) {
        // Cut at once; what is shown of it is searched for keys first, which takes time.
        let name = id?.hex ?? String(decoding: text.utf8.prefix(Self.longestName), as: UTF8.self)
        entries.withLock { entries in
            guard entries[source, default: []].count < Self.mostKept else { return }
            entries[source, default: []].insert(name)
        }
    }

    /// What there is to say of them, as whole sentences; nil if there are none.
    package var warning: String? {
        entries.withLock { $0 }.sorted { $0.key < $1.key }.map { source, names -> String? in
            let named = names.sorted().prefix(Self.mostNamed).map { name in
                TransactionID(hex: name) == nil ? "\(Quoted(name, limit: 64))" : name
            }
            let count = names.count == 1 ? "an entry" : "\(names.count) entries"
            return "\(source) lists \(count) that cannot be read: \(named.joined(separator: ", "))"
                + (names.count > named.count ? " and others. " : ". ")
                + "Money in \(names.count == 1 ? "it" : "them") is not counted and not spent."
        }.sentences
    }
}

extension [String?] {
    /// The sentences, one after another; nil if there are none.
    package var sentences: String? {
        let sentences = compactMap(\.self)
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}
