import Foundation
import Testing

/// What comments and documents cite is there.
@Suite struct CitationTests {
    /// The repository, but for what others wrote: vectors, and words of BIP39.
    static let repository: Citations = {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let files = FileManager.default
        var paths = Set((try? files.contentsOfDirectory(atPath: root.path)) ?? [])
        for folder in [
            "Sources", "Tests", "Scripts", "Demo", "Benchmarks", "Examples", "Documentation", "Fuzz", "Packaging",
            ".ci",
        ] {
            paths.formUnion(
                (files.subpaths(atPath: root.appendingPathComponent(folder).path) ?? []).map { "\(folder)/\($0)" }
                    .filter { !$0.contains("/.build/") })
        }
        var texts: [String: String] = [:]
        for path in paths
        where !path.hasPrefix("Tests/Vectors/") && !path.hasPrefix("Fuzz/Corpora/") && !path.hasSuffix("/english.txt") {
            let file = root.appendingPathComponent(path)
            // A link to a file is read where the file is.
            guard path.contains("/") || path.hasSuffix(".md") || ["Makefile", "schemes.yaml"].contains(path),
                (try? files.destinationOfSymbolicLink(atPath: file.path)) == nil
            else { continue }
            texts[path] = try? String(contentsOf: file, encoding: .utf8)
        }
        return Citations(texts: texts, paths: paths)
    }()

    @Test("documents, sections, rules, files and links that are cited are there, and each rule has a test")
    func everything() {
        #expect(Self.repository.texts.count > 500)
        let problems = Self.repository.problems
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
    }

    @Test("S15: only answers, links handed over, and doctor's test click start programs that we do not wait for")
    func startsFew() {
        let starting = Self.repository.texts.filter {
            $0.key.hasPrefix("Sources/") && $0.value.contains("DetachedProcess.")
        }.keys
        #expect(
            starting.compactMap { $0.split(separator: "/").last }.sorted()
                == ["ClickTrial.swift", "DesktopWallets.swift", "XDGLauncher.swift"])
    }

    /// A small repository in which all is well.
    private static let small: [String: String] = {
        let rules = (1...16).map { "S\($0)" }
        return [
            Citations.rules: "# Rules\n"
                + rules.map { "\n## \($0) – a promise\n\n- Kept in `A.swift`, tested in `ATests.swift`.\n" }.joined(),
            "Documentation/protocols/net\(ending)": "# Net\n\n## 1. One\n\n### 1.1 The first\n\nAs \(sign)1 says.\n",
            "README\(ending)": """
            # Small

            See [the rules](\(Citations.rules)) and [the first](Documentation/protocols/net\(ending)#11-the-first).
            """,
            "Sources/A.swift": "/// Keeps \(rules.joined(separator: ", ")).\n",
            "Tests/ATests.swift": "@Test(\"\(rules.joined(separator: ", ")): all is well\")\n",
        ]
    }()

    private static let ending = ".md"
    private static let sign = Citations.sign
    private static let net = "Documentation/protocols/net\(ending)"

    private static func problems(_ path: String, _ text: String) -> [String] {
        var texts = small
        texts[path] = text
        return Citations(texts: texts, paths: Set(texts.keys)).problems
    }

    @Test(
        "what is cited and is there lets a text pass",
        arguments: [
            "/// Reads it (\(net) \(sign)1.1, \(sign)1 and \(Citations.rules)).",
            "/// Reads it (\(net)\n    /// \(sign)1.1).",
            "// See \(net)'s *1. One*.", "let XS99 = S1a99 + S_99 // https://example.org/x\(ending)",
            "# A comment (\(net) \(sign)1)",
        ])
    func sound(text: String) {
        #expect(Self.problems("Sources/B.swift", text) == [])
    }

    @Test(
        "a made-up citation is found, one problem for each",
        arguments: [
            ("/// Reads it (\(net) \(sign)1.2).", "\(net) has no section 1.2"),
            ("/// Reads it (\(net)\n    /// \(sign)1.1 and\n    /// \(sign)9).", "\(net) has no section 9"),
            ("/// Reads it (\(net) 1.1).", "“\(net) 1” cites a section without \(sign)"),
            ("/// Reads it (net\(ending)).", "there is no document net\(ending)"),
            (
                "/// Reads it (Documentation/protocols/net/a\(ending)).",
                "there is no document Documentation/protocols/net/a\(ending)"
            ),
            ("let a = 1 // \(net)\nlet b = 2 // \(sign)1", "\(sign)1 of no document"),
            ("/// Reads it (\(net) \(sign)).", "\(sign) without a number"),
            ("/// See \(net)'s *Two*.", "\(net) has no section “Two”"),
            ("/// Keeps S\(17).", "there is no rule S\(17)"), ("/// Keeps S\(0).", "there is no rule S\(0)"),
            ("/// As the seed \("document") has it.", "“seed \("document")” cannot be looked up"),
            ("@Test(\n    \"B\(7): it holds\")", "a test begins with B7, which is not a rule"),
        ])
    func dangling(text: String, problem: String) {
        #expect(Self.problems("Sources/B.swift", text) == ["Sources/B.swift: \(problem)"])
    }

    @Test(
        "so is a document's own, and a link that leads nowhere",
        arguments: [
            ("As \(sign)2 says.", "Documentation/new\(ending) has no section 2"),
            ("[other](../LICENSE)", "the link ../LICENSE leads nowhere"),
            ("[net](protocols/net\(ending)#12-none)", "the link protocols/net\(ending)#12-none leads to no heading"),
            ("[outside](../../net\(ending))", "there is no document ../../net\(ending)"),
            ("[top](#new)", ""), ("```\n# 2. Two\n[a](nothing)\n```", ""),
        ])
    func documents(text: String, problem: String) {
        let path = "Documentation/new\(Self.ending)"
        let found = Self.problems(path, "# New\n\n\(text)\n")
        #expect(found.first ?? "" == (problem.isEmpty ? "" : "\(path): \(problem)"))
    }

    @Test("rules must name files that cite them, be kept or called unbuilt, and be cited by a test")
    func rules() {
        let sound = Self.small[Citations.rules] ?? ""
        let section = "## S\(4) – a promise\n\n"
        func found(_ text: String) -> [String] { Self.problems(Citations.rules, text) }
        #expect(found(sound) == [])
        #expect(
            found(sound.replacing(section, with: section + "In `C.swift`. ")) == [
                "\(Citations.rules), S\(4): there is no C.swift"
            ])
        #expect(
            found(sound.replacing(section, with: section + "Not built yet. ")) == [
                "S\(4) is kept, and \(Citations.rules) denies it"
            ])
        #expect(
            found(String(sound.prefix { $0 != "–" })).contains(
                "\(Citations.rules) has not the rules S\(1) to S\(16), in order"))
        let others = (1...16).filter { $0 != 4 }.map { "S\($0)" }.joined(separator: " ")
        #expect(
            Self.problems("Tests/ATests.swift", others) == [
                "\(Citations.rules), S\(4): ATests.swift does not cite it", "no test cites S\(4)",
            ])
        #expect(
            Self.problems("Sources/A.swift", others) == [
                "\(Citations.rules), S\(4): A.swift does not cite it", "nothing in Sources keeps S\(4)",
            ])
    }
}
