import Glibc
import RouterLinux
import RouterNetworkBackend
import RouterSecrets
import SchemeRouter

/// The options every command takes, read by hand and taken out of the arguments.
///
/// They may appear anywhere before `--`. `open` and `explain` are parsed by hand too: the argument parser alone costs
/// more than everything else between a click and the question.
struct GlobalOptions {
    /// `--config DIR`, absolute: contains everything of one wallet. Several wallets have several directories.
    var directory: String?
    /// `--schemes FILE`: replaces the shipped schemes.yaml.
    var schemes: String?
    /// `--pinentry PROGRAM`, absolute: asks the person.
    var pinentry: String?

    /// What another package adds to this program.
    var additions = Additions()

    init() {}

    init(takingFrom arguments: inout [String]) throws(UsageError) {
        var rest: [String] = []
        var index = arguments.startIndex
        while index < arguments.endIndex {
            let argument = arguments[index]
            if argument == "--" {
                rest += arguments[index...]
                break
            }
            guard let (name, inline) = Self.option(argument) else {
                rest.append(argument)
                index += 1
                continue
            }
            if inline == nil { index += 1 }
            // An option is never taken for a value: a file with such a name is written “./--json”, or after “=”.
            let next = index < arguments.endIndex && !arguments[index].hasPrefix("-") ? arguments[index] : nil
            guard let value = inline ?? next, !value.isEmpty else {
                throw UsageError("\(name) needs \(Self.value(of: name)).")
            }
            // Invalid UTF-8 arrives as this character, so two directories could have the same name.
            guard !value.unicodeScalars.contains("\u{FFFD}") else {
                throw UsageError("\(name) needs a path in UTF-8.")
            }
            try SecretArguments.refuse([value])
            switch name {
            case "--config": directory = try Self.absolute(value)
            case "--schemes": schemes = value
            default: pinentry = try Self.absolute(value)
            }
            index += 1
        }
        arguments = rest
    }

    /// Throws if the working directory is gone or its name is not text: a different directory would be used.
    static func absolute(_ path: String) throws(UsageError) -> String {
        guard !path.isAbsolutePath else { return path }
        guard let directory = Linux.getcwd() else {
            throw UsageError("The working directory is gone, or its name is not UTF-8. Give an absolute path.")
        }
        return "\(directory)/\(path)"
    }

    private static func value(of name: String) -> String {
        switch name {
        case "--config": "the path of a directory"
        case "--schemes": "the path of a file"
        default: "the path of a program"
        }
    }

    private static func option(_ argument: String) -> (name: String, value: String?)? {
        for name in ["--config", "--schemes", "--pinentry"] {
            if argument == name { return (name, nil) }
            if argument.hasPrefix(name + "=") { return (name, String(argument.dropFirst(name.count + 1))) }
        }
        return nil
    }
}

/// Invalid arguments. Exit 64.
struct UsageError: Error {
    let message: String
    /// What to do about it; nil if the message says so.
    let hint: String?
    /// Mistakes in a descriptor that the arguments would cause; nil if they cause none.
    let mistakes: DescriptorErrors?

    init(_ message: String, hint: String? = nil, mistakes: DescriptorErrors? = nil) {
        self.message = KeyMaterial.hidden(inSentence: message)
        self.hint = hint.map(KeyMaterial.hidden(inSentence:))
        self.mistakes = mistakes
    }
}

/// The bytes of an argument as the system passed it. A `String` replaces what is not UTF-8, and a link with such bytes
/// must be refused, not repaired (S1).
func givenBytes(of argument: String) -> [UInt8] {
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return Array(argument.utf8) }
    for index in 0..<Int(CommandLine.argc) {
        // Safe: arguments end with a zero and live as long as the program; only a copy leaves.
        guard let given = unsafe CommandLine.unsafeArgv[index] else { continue }
        let bytes = unsafe Array(UnsafeRawBufferPointer(start: given, count: strlen(given)))
        if String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(argument.utf8) { return bytes }
    }
    return Array(argument.utf8)
}

/// The words of a new wallet on standard output, each straight from guarded memory (S8).
enum SpelledWords {
    /// Prints the words one below the other, numbered as “router wallet check-backup” asks for them.
    /// - Parameter words: separated by single spaces.
    /// - Returns: whether all were written.
    static func printNumbered(_ words: borrowing Secret) -> Bool {
        forEach(words) { number, word in
            StandardStreams.write(Array("\(number < 10 ? " " : "")\(number). ".utf8), to: STDOUT_FILENO)
                && StandardStreams.write(word, to: STDOUT_FILENO) && StandardStreams.write([0x0A], to: STDOUT_FILENO)
        }
    }

    /// Prints the words as a JSON array. They are lower-case letters, so nothing in them needs escaping.
    static func printArray(_ words: borrowing Secret) -> Bool {
        StandardStreams.write(Array("[".utf8), to: STDOUT_FILENO)
            && forEach(words) { number, word in
                StandardStreams.write(Array((number > 1 ? ",\"" : "\"").utf8), to: STDOUT_FILENO)
                    && StandardStreams.write(word, to: STDOUT_FILENO)
                    && StandardStreams.write(Array("\"".utf8), to: STDOUT_FILENO)
            } && StandardStreams.write(Array("]".utf8), to: STDOUT_FILENO)
    }

    /// Calls `body` with the number of each word, from 1, and its letters, until it returns false.
    private static func forEach(_ words: borrowing Secret, _ body: (Int, Span<UInt8>) -> Bool) -> Bool {
        words.withBytes { bytes in
            var (start, number) = (0, 1)
            for offset in bytes.indices where bytes[offset] == UInt8(ascii: " ") {
                guard body(number, bytes.extracting(start..<offset)) else { return false }
                (start, number) = (offset + 1, number + 1)
            }
            return body(number, bytes.extracting(start..<bytes.count))
        }
    }
}

/// What another package adds to the program (``RouterCommandLine``). A class, because releasing its list of types slows
/// start-up.
final class Additions: Sendable {
    /// Plugins, by the names that descriptors use. None replaces one of ours.
    let plugins: PluginTable
    /// Kinds of networks that config.yaml can name.
    let networks: [any NetworkUse.Type]
    /// Descriptors that directly follow this program's own.
    let descriptors: [DescriptorFile]

    init(
        plugins: PluginTable = PluginTable([]), networks: [any NetworkUse.Type] = [], descriptors: [DescriptorFile] = []
    ) {
        self.plugins = plugins
        self.networks = networks
        self.descriptors = descriptors
    }
}
