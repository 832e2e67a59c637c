import Glibc
import Testing

@testable import SchemeRouter

/// Texts that try to make a YAML reader loop, grow or misunderstand.
@Suite struct HostileYAMLTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        let expected: String

        init(_ name: String, _ text: String, _ expected: String) {
            self.init(name, bytes: Array(text.utf8), expected)
        }

        init(_ name: String, bytes: [UInt8], _ expected: String) {
            self.name = name
            self.bytes = bytes
            self.expected = expected
        }

        var testDescription: String { name }
    }

    static let bomb =
        "a: &a [x, x, x]\n" + (0..<9).map { "b\($0): &b\($0) [*a, *a, *a, *a, *a, *a, *a, *a]\n" }.joined()

    static let cases = [
        Case("alias bomb", bomb, "anchor 1:4"),
        Case("cyclic alias", "a: &a [*a]\n", "anchor 1:4"),
        Case("alias", "version: 1\na: *b\n", "alias 2:4"),
        Case("alias as key", "*b : 1\n", "alias 1:1"),
        Case("anchor on a key", "version: 1\n&k coins: {}\n", "anchor 2:1"),
        Case("tag", "version: !!python/object 1\n", "tag 1:10"),
        Case("non-specific tag", "version: ! 1\n", "tag 1:10"),
        Case("tag on a mapping", "coins: !x {}\n", "tag 1:8"),
        Case("merge key", "version: 1\n<<: {}\n", "merge-key 2:1"),
        Case("tag directive", "%TAG ! tag:x,2000:\n---\nversion: 1\n", "directive 1:1"),
        Case("version directive", "%YAML 1.1\n---\nversion: 1\n", "directive 1:1"),
        Case("two documents", "version: 1\n---\nversion: 1\n", "several-documents 2:1"),
        Case("list as key", "version: 1\n? [a]\n: b\n", "non-scalar-key 2:3"),
        Case("100,000 brackets", String(repeating: "[", count: 100_000), "too-deep 1:17"),
        Case("100,000 braces", String(repeating: "{a: ", count: 50_000), "too-deep 1:65"),
        Case("100,000 dashes", String(repeating: "- ", count: 100_000), "too-deep 1:33"),
        Case(
            "deep indentation", (0..<17).map { String(repeating: " ", count: $0) + "a:\n" }.joined(), "too-deep 17:17"),
        Case("too many bytes", String(repeating: "#\n", count: 131_073), "too-large 1:1"),
        Case("too many values", "[" + String(repeating: "a,", count: 20_001) + "]", "too-large 1:40000"),
        Case("invalid leading byte", bytes: Array("version: 1\ntitle: é".utf8) + [0xFF, 0x0A], "invalid-utf8 2:9"),
        Case("overlong slash", bytes: Array("a: ".utf8) + [0xC0, 0xAF], "invalid-utf8 1:4"),
        Case("surrogate", bytes: Array("a: ".utf8) + [0xED, 0xA0, 0x80], "invalid-utf8 1:4"),
        Case("cut short", bytes: Array("a: ".utf8) + [0xE2, 0x82], "invalid-utf8 1:4"),
        Case("UTF-16", bytes: [0xFF, 0xFE, 0x61, 0x00], "invalid-utf8 1:1"),
        Case("NUL", bytes: Array("a: b\nc: ".utf8) + [0], "control-character 2:4"),
        Case("escape", "a: \u{1B}[2J", "control-character 1:4"),
        Case("C1 control", "a: \u{9B}2J", "control-character 1:4"),
        Case("two byte order marks", "\u{FEFF}\u{FEFF}version: 1\n", "syntax 1:1"),
        Case("tab indentation", "coins:\n\tdash: 1\n", "syntax 2:1"),
        Case("open bracket", "a: [b\n", "syntax 2:1"),
        Case("after NEL", "a: 1\u{85}b: *c\n", "alias 2:4"),
    ]

    @Test("Refused at a place, without long work", arguments: cases)
    func refused(hostile: Case) throws {
        var found: String?
        let time = processorTime {
            do throws(DescriptorErrors) {
                _ = try DocumentReader(DescriptorFile(name: "a.yaml", bytes: hostile.bytes))
            } catch {
                found = error.diagnostics[0].brief
                #expect(error.diagnostics.count == 1)
                #expect(!error.text.unicodeScalars.contains { $0 != "\n" && !$0.isSafeToPrint })
            }
        }
        #expect(found == hostile.expected)
        #expect(time < .seconds(5))
    }

    @Test("16 nested collections are read, and 20,000 values in 256 KiB")
    func limitsThemselves() throws {
        let deep = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
        _ = try DocumentReader(file(deep))
        // The list itself is a value too.
        _ = try DocumentReader(file("[" + String(repeating: "a,", count: 19_999) + "]"))
        _ = try DocumentReader(file(String(repeating: "#\n", count: 131_072)))
    }

    @Test("One byte order mark is tolerated and moves no column")
    func byteOrderMark() throws {
        #expect(mistakes(file("\u{FEFF}version: 1\n")).isEmpty)
        #expect(mistakes(file("\u{FEFF}versoin: 1\n")).map(\.brief) == ["unknown-key 1:1", "missing-key 1:1"])
    }

    @Test(
        "A duplicate key is found in long mappings too, wherever the first one is",
        arguments: [0, 31, 32, 33, 99])
    func longMappings(first: Int) throws {
        let text = "version: 1\nschemes: {" + (0..<100).map { "k\($0): x, " }.joined() + "k\(first): x}\n"
        let found = try DocumentReader(file(text)).diagnostics
        #expect(found.map(\.code) == [.duplicateKey])
        #expect(found.first?.path == ["schemes"])
    }

    @Test("A file of mistakes only is answered without long work, with 20 shown")
    func manyMistakes() {
        let text = "version: 1\ncoins: {" + (0..<9_000).map { "\($0)x: a" }.joined(separator: ", ") + "}\n"
        var errors = DescriptorErrors([])
        let time = processorTime { errors = DescriptorErrors(mistakes(file(text))) }
        #expect(errors.diagnostics.count == 9_000)
        #expect(errors.text.hasSuffix("\nand 8980 more"))
        #expect(time < .seconds(20))
    }

    /// What `work` takes of a processor, whatever else the computer does. What is refused early takes milliseconds, and
    /// what grows with the square of a file, minutes.
    private func processorTime(_ work: () -> Void) -> Duration {
        func now() -> Duration {
            var time = timespec()
            unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        let start = now()
        work()
        return now() - start
    }
}
