import Glibc
import RouterLinux
import SchemeRouter

/// A small text file of the person's own that several processes change, one line per record.
///
/// Readers must ignore an incomplete line: the disk may have been full, or the power failed.
struct SharedLines: Sendable {
    let path: String
    /// The longest file that is read, in bytes.
    let longest: Int
    /// What the file does, for messages: “counts links”.
    let purpose: String

    /// Changes the lines. Waits for other processes that are changing them, which takes only moments.
    func change(_ body: ([Substring]) -> [String]) throws(ServiceError) {
        let file = try rethrowing(try OwnedDescriptor.ownFile(path)) { (error: SystemError) in
            refusal("cannot be used: \(error)")
        }
        while flock(file.number, LOCK_EX) != 0 {
            guard errno == EINTR else { throw refusal("cannot be locked: \(SystemError.last)") }
        }
        guard let bytes = Linux.readAll(file.number, limit: longest) else {
            throw refusal("cannot be read: \(SystemError.last)")
        }
        let before = String(decoding: bytes, as: UTF8.self)
        // One by one: joining texts costs 200,000 instructions at its first use.
        var after: [UInt8] = []
        for line in body(before.split(separator: "\n")) {
            after += line.utf8
            after.append(UInt8(ascii: "\n"))
        }
        guard after != bytes else { return }
        lseek(file.number, 0, SEEK_SET)
        guard Linux.writeAll(file.number, after.span), ftruncate(file.number, off_t(after.count)) == 0 else {
            throw refusal("cannot be written: \(SystemError.last)")
        }
    }

    private func refusal(_ problem: String) -> ServiceError {
        ServiceError(
            .cannotWrite, "The file \(path), which \(purpose), \(problem).",
            hint: "Nothing was done. Check your write permission.")
    }
}

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

/// The debt of each source of links, in a small file of the person's own that all processes share.
///
/// Each line contains a source, its links' debt, since when, and whether its links are refused; one more says up to which
/// entry of the journal refusals are forgotten. Lines that no longer
/// matter are removed, and there are never more than `mostSources`, so the file stays small however many links come.
public struct LinkTallyFile: LinkTally {
    /// The most sources that are remembered. Those with the smallest debt are forgotten; a desktop has fewer in use.
    static let mostSources = 64
    /// The longest name of a source, in bytes. Those of longer ones are cut: they then count together.
    private static let longestSource = 256
    /// The longest file that is read, in bytes.
    private static let longest = mostSources * (longestSource + 64)

    private let file: SharedLines

    /// - Parameter directory: an existing directory that only the person can write to. The file `links` (0600) is
    ///   created in it and kept.
    public init(directory: String) {
        file = SharedLines(path: directory + "/links", longest: Self.longest, purpose: "counts links")
    }

    /// Changes the debt of the links of `source`.
    public func change(_ source: String, _ body: (inout LinkDebt) -> Void) throws(ServiceError) {
        let source = String(decoding: source.utf8.prefix(Self.longestSource), as: UTF8.self)
        try file.change { texts in
            var lines = texts.compactMap(Line.init)
            let position = lines.firstIndex { $0.source.isSame(source) }
            var debt = position.map { lines[$0].debt } ?? LinkDebt()
            body(&debt)
            if let position { lines.remove(at: position) }
            lines.sort { $0.debt.seconds > $1.debt.seconds }
            lines = [Line(source: source, debt: debt)] + lines.prefix(Self.mostSources - 1)
            return lines.filter { $0.debt.seconds > 0 }.map(\.text)
                + texts.filter { Self.entry($0) != nil }.map(String.init)
        }
    }

    /// Forgets all debts, and the refusals of the journal's entries up to `entry`.
    public func unlock(upTo entry: Int64) throws(ServiceError) {
        try file.change { _ in ["\(Self.unlocking)\(entry)"] }
    }

    /// The last entry of the journal whose refusals are forgotten; 0 if none are.
    public func unlocked() throws(ServiceError) -> Int64 {
        // Reading must not create the file.
        guard Linux.access(file.path, F_OK) == 0 else { return 0 }
        var entry: Int64 = 0
        try file.change { texts in
            entry = texts.compactMap(Self.entry).last ?? 0
            return texts.map(String.init)
        }
        return entry
    }

    /// No source begins like this.
    private static let unlocking = "unlocked up to "

    private static func entry(_ text: Substring) -> Int64? {
        text.hasPrefix(unlocking) ? Int64(text.dropFirst(unlocking.count)).flatMap { $0 > 0 ? $0 : nil } : nil
    }

    private struct Line {
        let source: String
        var debt: LinkDebt

        init(source: String, debt: LinkDebt) {
            self.source = source
            self.debt = debt
        }

        /// Nil for a line that this program did not write.
        init?(_ text: Substring) {
            let words = text.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 4, let seconds = UnixTime(words[1]), let at = UnixTime(words[2]), seconds >= 0, at >= 0
            else { return nil }
            source = String(words[0])
            debt = LinkDebt(seconds: seconds, at: at, isRefused: words[3] == "refused")
        }

        var text: String { "\(source) \(debt.seconds) \(debt.at) \(debt.isRefused ? "refused" : "counted")" }
    }
}

extension OwnedDescriptor {
    /// A small regular file of the person's own, to be locked, read and written. It is created (0600) if it does not
    /// exist.
    ///
    /// Symbolic links are not followed, and opening a pipe does not block.
    /// - Throws: why the file cannot be used: `EPERM` if it is not a regular file, or not the person's own.
    static func ownFile(_ path: String) throws(SystemError) -> OwnedDescriptor {
        let number = Linux.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard number >= 0 else { throw .last }
        let file = OwnedDescriptor(number)
        guard let status = Linux.fstat(number) else { throw .last }
        guard status.kind == S_IFREG, status.st_uid == geteuid() else { throw SystemError(code: EPERM) }
        guard fchmod(file.number, 0o600) == 0 else { throw .last }
        return file
    }
}
