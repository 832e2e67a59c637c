import Glibc
import RouterBytes
import RouterLinux
import SchemeRouter

/// Searches for the files that the arguments of a command line name, however the program reads them (S4): alone, behind
/// an option or a sign, in a list, in a command line of their own, or next to the link.
struct NamedFiles {
    /// A file or directory that a part of a text names.
    struct Named {
        let path: String
        /// The words of the text after it.
        let rest: [String?]
        fileprivate let kind: mode_t
        fileprivate let isAbsolute: Bool
    }

    private let home: String
    /// Where relative paths may begin.
    private var directories: [String]
    private var attempts = 0

    /// Thousands of times what a program needs.
    private static let mostAttempts = 20_000

    /// - Parameter home: the working directory of the program, which is the person's home, too.
    init(home: String) {
        self.home = home
        directories = [home]
    }

    /// Adds the directories that a text names to those where relative paths may begin.
    mutating func addDirectories(in text: String) throws(ExecLine.Problem) {
        for named in try search(text, [home]) where named.kind == S_IFDIR && !directories.contains(named.path) {
            directories.append(named.path)
        }
    }

    /// The files in a text. A relative path counts only if there is a regular file.
    mutating func files(in text: String) throws(ExecLine.Problem) -> [Named] {
        // A link to a file is percent-encoded.
        let bytes = Array(text.utf8)
        var found = try search(text, directories)
        if let decoded = try? PercentDecoding.decode(bytes.span, bytes.indices), decoded != bytes {
            found += try search(String(decoding: decoded, as: UTF8.self), directories)
        }
        return found.filter { named in
            named.kind == S_IFREG || named.isAbsolute && named.path.pathNames.contains { $0 != "." && $0 != ".." }
        }
    }

    /// The parts of a text that no punctuation divides.
    static func words(in text: String) -> [String?] {
        text.utf8.split { !$0.isOfName }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// All that exists of what begins in a text where a path can begin, and ends with the text or before a punctuation.
    private mutating func search(_ text: String, _ directories: [String]) throws(ExecLine.Problem) -> [Named] {
        let bytes = Array(text.utf8)
        var found: [Named] = []
        guard !bytes.contains(0) else { return found }
        for start in Self.starts(in: bytes) {
            let prefix = Self.homeLength(bytes[start...])
            for end in start + prefix + 1...bytes.count where end == bytes.count || !bytes[end].isOfName {
                let piece =
                    (prefix > 0 ? home : "") + String(decoding: bytes[start + prefix..<end], as: UTF8.self)
                let rest = Self.words(in: String(decoding: bytes[end...], as: UTF8.self))
                for directory in piece.isAbsolutePath ? [""] : directories {
                    let path = piece.isAbsolutePath ? piece : "\(directory == "/" ? "" : directory)/\(piece)"
                    attempts += 1
                    guard attempts <= Self.mostAttempts else {
                        throw ExecLine.Problem(text: "has a command line that could name too many files")
                    }
                    guard !Self.isOfProcess(path) else { throw Self.ofProcess(path) }
                    guard let status = Linux.stat(path) else { continue }
                    guard Linux.realpath(path)?.hasPrefix("/proc/") != true else { throw Self.ofProcess(path) }
                    found.append(
                        Named(path: path, rest: rest, kind: status.kind, isAbsolute: piece.isAbsolutePath))
                }
            }
        }
        return found
    }

    /// Where a path can begin: at each word, in an option also behind each of its letters and at its first slash.
    private static func starts(in bytes: [UInt8]) -> [Int] {
        var starts: [Int] = []
        var index = 0
        while index < bytes.count {
            let prefix = homeLength(bytes[index...])
            guard prefix > 0 || bytes[index].isOfName else {
                index += 1
                continue
            }
            let end = bytes[(index + prefix)...].firstIndex { !$0.isOfName } ?? bytes.count
            starts.append(index)
            if bytes[index] == UInt8(ascii: "-") {
                let slash = bytes[index..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
                starts += index + 1..<slash
                if slash < end, bytes[slash - 1] != UInt8(ascii: ".") { starts.append(slash) }
            }
            index = end
        }
        return starts
    }

    /// The length of what stands for the person's home before a slash; 0 if nothing does.
    private static func homeLength(_ bytes: ArraySlice<UInt8>) -> Int {
        ["~", "$HOME", "${HOME}"].first { bytes.starts(with: "\($0)/".utf8) }?.utf8.count ?? 0
    }

    /// Whether a path leads to what the process that opens it has open: no check of ours sees the same file.
    private static func isOfProcess(_ path: String) -> Bool {
        let names = path.pathNames.filter { $0 != "." }
        return [["proc", "self"], ["proc", "thread-self"], ["dev", "fd"], ["dev", "stdin"]].contains {
            names.starts(with: $0)
        }
    }

    private static func ofProcess(_ path: String) -> ExecLine.Problem {
        ExecLine.Problem(text: "names \(Quoted.word(path)), which is another file in every program")
    }
}

extension UInt8 {
    /// Whether it divides no path: other punctuation may stand before or behind one.
    fileprivate var isOfName: Bool { isASCIILetter || isASCIIDigit || self >= 0x80 || "_-./".utf8.contains(self) }
}
