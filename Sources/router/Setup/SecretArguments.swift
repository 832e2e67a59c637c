import ExactJSON
import Glibc
import RouterBytes
import RouterLinux
import SchemeRouter

/// Arguments that could be a key or the words of a wallet, given by mistake (S8).
///
/// One rule for all commands: such an argument is taken for a file only if there is one, and no failure repeats any of it,
/// however it is quoted, and however many arguments it is. In links, words count only if they are as many as those of a backup:
/// their errors hide secrets, and say more.
enum SecretArguments {
    /// Throws if one of these arguments for files could be a secret and is no file.
    static func refuse(_ files: [String]) throws(UsageError) {
        guard secrets(in: files, areFiles: true).isEmpty else {
            throw UsageError(sentence, hint: UsageError.secretsInHistory)
        }
    }

    /// The failure, or one that says nothing about the arguments if it would repeat one of them.
    static func hidden(in failure: Failure) -> Failure {
        let given = secrets(in: CommandLine.arguments.dropFirst())
        guard !given.isEmpty else { return failure }
        let said = Array("\(failure.text) \(failure.json.text)".utf8).map(\.lowercasedASCII)
        let saidWords = Set(said.split { !$0.isASCIILetter && !$0.isASCIIDigit })
        let saidLetters = said.filter(\.isOfWord)
        let isRepeated = given.contains { secret in
            let words = secret.split { !$0.isOfWord }
            return words.contains { word in
                // Marks may stand at a word of another script.
                word.count >= shortestWord
                    && (saidWords.contains(word)
                        || word[word.startIndex] >= 0x80 && word.count <= telling && isPart(word, of: said))
            } || isCut(secret.filter(\.isOfWord), in: saidLetters)
        }
        guard isRepeated else { return failure }
        return Failure(UsageError(sentence, hint: UsageError.secretsInHistory), exit: failure.code)
    }

    private static let sentence =
        "An argument could be a key or the words of a wallet, so nothing of it is repeated here."

    /// What could be a secret, in small letters.
    /// - Parameter areFiles: whether none of them is a link.
    private static func secrets(in arguments: some Sequence<String>, areFiles: Bool = false) -> [[UInt8]] {
        // Nobody has a file that is named like a secret by chance.
        let unknown = arguments.filter { Linux.access($0, F_OK) != 0 }
        func isLink(_ text: String) -> Bool { !areFiles && text.utf8.contains(UInt8(ascii: ":")) }
        let others = unknown.filter { !isLink($0) }.joined(separator: " ")
        return secrets(in: others, KeyMaterial.ranges(inArguments:))
            + unknown.filter(isLink).flatMap { secrets(in: $0, KeyMaterial.ranges(inLink:)) }
    }

    private static func secrets(in text: String, _ ranges: ([UInt8]) -> [Range<Int>]) -> [[UInt8]] {
        let bytes = Array(text.utf8.prefix(longest))
        return ranges(bytes).map { bytes[$0].map(\.lowercasedASCII) }
    }

    private static let longest = 16_384
    private static let shortestWord = 3
    /// So many neighbouring characters of a secret say too much.
    private static let telling = 12

    /// Whether a part of a secret is said. Both have only letters and digits: keys are written in groups, too.
    private static func isCut(_ secret: [UInt8], in said: [UInt8]) -> Bool {
        guard secret.count > telling else { return false }
        return (0...secret.count - telling).contains { isPart(secret[$0..<$0 + telling], of: said) }
    }

    private static func isPart(_ part: ArraySlice<UInt8>, of said: [UInt8]) -> Bool {
        said.count >= part.count && (0...said.count - part.count).contains { said[$0...].starts(with: part) }
    }
}

extension UInt8 {
    /// Whether it is a letter or digit, or a part of a letter in another script.
    fileprivate var isOfWord: Bool { isASCIILetter || isASCIIDigit || self >= 0x80 }
}
