import Glibc
import RouterLinux
import SchemeRouter

/// The links handed over to other wallet programs in the last minutes, in a small file of the person's own. It contains
/// digests of the links, never the links.
public struct HandOverFile: HandOverMemory {
    /// The most links that are remembered; nobody opens as many in ten minutes.
    private static let most = 64

    private let file: SharedLines

    /// - Parameter directory: an existing directory that only the person can write to. The file `handed-over` (0600) is
    ///   created in it and kept.
    public init(directory: String) {
        file = SharedLines(
            path: directory + "/handed-over", longest: Self.most * 1_024, purpose: "remembers links given to wallets")
    }

    /// The recent hand-overs, newest first.
    public func recent() throws(ServiceError) -> [HandedOverLink] {
        // Reading must not create the file.
        guard Linux.access(file.path, F_OK) == 0 else { return [] }
        var links: [HandedOverLink] = []
        try file.change { lines in
            links = lines.compactMap(HandedOverLink.init(line:))
            return lines.map(String.init)
        }
        return links
    }

    /// Forgets a link that was not handed over after all.
    public func forget(_ link: HandedOverLink) throws(ServiceError) {
        try file.change { lines in lines.filter { $0 != link.line }.map(String.init) }
    }

    /// Remembers a link, and forgets those that are too old to matter.
    public func remember(_ link: HandedOverLink) throws(ServiceError) {
        try file.change { lines in
            let others = lines.compactMap(HandedOverLink.init(line:)).filter {
                abs(link.at - $0.at) <= HandedOverLink.memory
            }
            return ([link] + others.prefix(Self.most - 1)).map(\.line)
        }
    }
}

extension HandedOverLink {
    /// Nil for a line that this program did not write.
    fileprivate init?(line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 4, let at = UnixTime(words[2]), at >= 0,
            let program = try? PercentDecoding.decode(Array(words[3].utf8).span, 0..<words[3].utf8.count)
        else { return nil }
        self.init(
            fingerprint: words[0], sentFingerprint: words[1], program: String(decoding: program, as: UTF8.self), at: at)
    }

    /// Sensible desktop ids are short; the beginning of any other identifies it well enough.
    fileprivate var line: String {
        let name = String(String.UnicodeScalarView(program.unicodeScalars.prefix(60)))
        return "\(fingerprint) \(sentFingerprint) \(at) \(PercentEncoding.encode(name))"
    }
}
