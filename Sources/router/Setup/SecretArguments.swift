import ExactJSON
import Glibc
import RouterBytes
import RouterLinux
import SchemeRouter

/// Arguments that could be a key or the words of a wallet, given by mistake (S8).
///
/// One rule for all commands: such an argument is taken for a file only if there is one, and no failure repeats any of it,
/// however it is quoted, and however many arguments it is. In links only keys count: their errors hide secrets, and say more.
enum SecretArguments {
    /// Throws if one of these arguments for files could be a secret and is no file.
    static func refuse(_ files: [String]) throws(UsageError) {
        guard words(of: files, areFiles: true).isEmpty else {
            throw UsageError(sentence, hint: UsageError.secretsInHistory)
        }
    }

    /// The failure, or one that says nothing about the arguments if it would repeat one of them.
    static func hidden(in failure: Failure) -> Failure {
        let given = words(of: CommandLine.arguments.dropFirst())
        guard !given.isEmpty else { return failure }
        let said = Array("\(failure.text) \(failure.json.text)".lowercased().utf8)
        let saidWords = Set(said.split { !$0.isASCIILetter && !$0.isASCIIDigit })
        guard given.contains(where: { saidWords.contains($0[...]) || isCut($0, in: said) }) else { return failure }
        return Failure(UsageError(sentence, hint: UsageError.secretsInHistory), exit: failure.code)
    }

    private static let sentence =
        "An argument could be a key or the words of a wallet, so nothing of it is repeated here."

    /// The words, in small letters, of what could be a secret.
    /// - Parameter areFiles: whether none of them is a link.
    private static func words(of arguments: some Sequence<String>, areFiles: Bool = false) -> [[UInt8]] {
        // Nobody has a file that is named like a secret by chance.
        let unknown = arguments.filter { Linux.access($0, F_OK) != 0 }
        func isLink(_ text: String) -> Bool { !areFiles && text.utf8.contains(UInt8(ascii: ":")) }
        let others = unknown.filter { !isLink($0) }.joined(separator: " ")
        return words(of: others, KeyMaterial.ranges(inArguments:))
            + unknown.filter(isLink).flatMap { words(of: $0, KeyMaterial.ranges(inLink:)) }
    }

    private static func words(of text: String, _ ranges: ([UInt8]) -> [Range<Int>]) -> [[UInt8]] {
        let bytes = Array(text.utf8.prefix(longest))
        return ranges(bytes).flatMap { range in
            bytes[range].map(\.lowercasedASCII).split { !$0.isASCIILetter && !$0.isASCIIDigit }
                .filter { $0.count >= shortestWord }.map { Array($0) }
        }
    }

    private static let longest = 16_384
    private static let shortestWord = 3
    /// So many neighbouring characters of a long word say too much.
    private static let telling = 12

    /// Whether a part of a long word is said.
    private static func isCut(_ word: [UInt8], in said: [UInt8]) -> Bool {
        guard word.count > telling, said.count >= telling else { return false }
        return (0...word.count - telling).contains { start in
            let part = word[start..<start + telling]
            return (0...said.count - telling).contains { said[$0...].starts(with: part) }
        }
    }
}
