import Foundation

/// Finds what comments and documents cite and nobody can look up.
///
/// Cited are documents (`Documentation/rules.md`), their sections (a document, the section sign and a number, or a
/// document's title in asterisks), the rules, the source files that the document of the rules names, and the targets of
/// links in documents.
struct Citations {
    /// The text of every file by its path from the root of the repository, as far as it is read.
    let texts: [String: String]
    /// The paths of all files, also of those that are not read.
    let paths: Set<String>
    /// The rules that each file cites.
    private let cited: [String: Set<Int>]

    static let rules = "Documentation/rules.md"
    /// The section sign, which must not stand in this file: it would be a citation.
    static let sign = "\u{A7}"

    init(texts: [String: String], paths: Set<String>) {
        self.texts = texts
        self.paths = paths
        cited = texts.mapValues { text in Set(Self.matches(#"\bS(\d+)\b"#, text).map { Int($0[1]) ?? .max }) }
    }

    /// All that is wrong in all texts, each with its file.
    var problems: [String] {
        texts.keys.sorted().flatMap { path in problems(in: path).map { "\(path): \($0)" } } + ruleProblems
    }

    /// What one file cites and is not there.
    func problems(in path: String) -> [String] {
        guard let text = texts[path] else { return [] }
        return citationProblems(text, in: path) + numberProblems(in: path) + labelProblems(text)
            + (path.hasSuffix(".md") ? linkProblems(text, in: path) : [])
    }

    // MARK: Documents and sections

    /// Documents and sections that are not there.
    private func citationProblems(_ text: String, in path: String) -> [String] {
        guard !Self.matches("\\.md\\b|seed|\(Self.sign)", text).isEmpty else { return [] }
        let isDocument = path.hasSuffix(".md")
        // Of a link in a document its target counts, and the words are for people. Other people's pages are not ours.
        let words = Self.joined(text, isDocument: isDocument)
            .replacingOccurrences(of: #"https?://[^\s)]+"#, with: "", options: .regularExpression)
            .replacingOccurrences(of: #"\[[^\]]*\]\("#, with: "(", options: .regularExpression)
            // Where the documents are installed.
            .replacingOccurrences(of: "/doc/schemerouter/", with: "")
        return documentProblems(words, in: path) + sectionProblems(words, in: path)
    }

    /// Documents that are not there, and names of documents that nobody but their authors has.
    private func documentProblems(_ text: String, in path: String) -> [String] {
        var problems: [String] = []
        for match in Self.matches(#"([\w./-]*\w\.md)\b(?:[`)]*,? (\d))?"#, text) {
            if file(match[1], citedIn: path) == nil { problems.append("there is no document \(match[1])") }
            if !match[2].isEmpty { problems.append("“\(match[0])” cites a section without \(Self.sign)") }
        }
        for match in Self.matches(#"(?i)\bseed[ -](?:document|app|coin)s?\b"#, text) {
            problems.append("“\(match[0])” cannot be looked up")
        }
        for match in Self.matches(#"([\w./-]*\w\.md)(?:'|’)s \*([^*]+)\*"#, text) {
            guard let file = file(match[1], citedIn: path) else { continue }
            if !headings(of: file).contains(match[2]) { problems.append("\(match[1]) has no section “\(match[2])”") }
        }
        return problems
    }

    /// Sections that are not there. One without a document belongs to the document that its comment named last; in a
    /// document, to that document.
    private func sectionProblems(_ text: String, in path: String) -> [String] {
        var problems: [String] = []
        for line in text.split(separator: "\n") where line.contains(Self.sign) {
            var last = path.hasSuffix(".md") ? path : nil
            for match in Self.matches(#"([\w./-]*\w\.md)\b|\#(Self.sign)(\d+(?:\.\d+)*)?"#, String(line)) {
                if !match[1].isEmpty {
                    last = file(match[1], citedIn: path)
                } else if match[2].isEmpty {
                    problems.append("\(Self.sign) without a number")
                } else if let last {
                    let isThere = headings(of: last).contains {
                        $0.hasPrefix(match[2] + " ") || $0.hasPrefix(match[2] + ". ")
                    }
                    if !isThere { problems.append("\(last) has no section \(match[2])") }
                } else {
                    problems.append("\(Self.sign)\(match[2]) of no document")
                }
            }
        }
        return problems
    }

    // MARK: Rules

    /// Numbers of rules that are none.
    private func numberProblems(in path: String) -> [String] {
        let known = Set(ruleSections.map(\.number))
        return (cited[path] ?? []).subtracting(known).sorted().map { "there is no rule S\($0)" }
    }

    /// Names of tests that begin with a number of something else than a rule.
    private func labelProblems(_ text: String) -> [String] {
        Self.matches(#"@Test\(\s*"([A-RT-Z]\d{1,2})[:,] "#, text).map {
            "a test begins with \($0[1]), which is not a rule"
        }
    }

    /// What the document of the rules promises and is not so: files that are not there or do not cite the rule, rules
    /// that nothing keeps or tests.
    var ruleProblems: [String] {
        let sections = ruleSections
        let isComplete = sections.map(\.number) == Array(1...16)
        var problems = isComplete ? [] : ["\(Self.rules) has not the rules S\(1) to S\(16), in order"]
        for section in sections {
            let name = "S\(section.number)"
            for match in Self.matches(#"`([\w+]+\.swift)`"#, section.text) {
                let files = cited.filter { $0.key.hasSuffix("/" + match[1]) }
                if files.isEmpty {
                    problems.append("\(Self.rules), \(name): there is no \(match[1])")
                } else if !files.values.contains(where: { $0.contains(section.number) }) {
                    problems.append("\(Self.rules), \(name): \(match[1]) does not cite it")
                }
            }
            let citing = cited.filter { $0.value.contains(section.number) }.keys
            if !citing.contains(where: { $0.hasPrefix("Tests/") }) { problems.append("no test cites \(name)") }
            // What is not built cannot be kept; once it is, the sentence must go.
            let isBuilt = !section.text.hasPrefix("Not built yet")
            if isBuilt != citing.contains(where: { $0.hasPrefix("Sources/") }) {
                problems.append(
                    isBuilt ? "nothing in Sources keeps \(name)" : "\(name) is kept, and \(Self.rules) denies it")
            }
        }
        return problems
    }

    private var ruleSections: [(number: Int, text: String)] {
        let parts = (texts[Self.rules] ?? "").components(separatedBy: "\n## S").dropFirst()
        return parts.map { part in
            let text = part.drop { $0 != "\n" }.trimmingCharacters(in: .whitespacesAndNewlines)
            return (Int(part.prefix { $0.isNumber }) ?? 0, text)
        }
    }

    // MARK: Markdown

    /// Links to files that are not there, or to headings that their files do not have.
    private func linkProblems(_ text: String, in path: String) -> [String] {
        let matches = Self.matches(#"\]\(([^)\s]+)\)"#, Self.withoutFences(text))
        return matches.map { $0[1] }.filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }.compactMap { link in
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            guard let file = parts[0].isEmpty ? path : Self.resolve(String(parts[0]), beside: path),
                paths.contains(file)
            else { return "the link \(link) leads nowhere" }
            guard parts.count == 2 else { return nil }
            let anchors = headings(of: file).map(Self.anchor)
            return anchors.contains(String(parts[1])) ? nil : "the link \(link) leads to no heading"
        }
    }

    /// The headings of a document, without their marks.
    private func headings(of path: String) -> [String] {
        Self.withoutFences(texts[path] ?? "").split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
            line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
        }
    }

    /// By which a heading is linked to.
    private static func anchor(_ heading: String) -> String {
        String(
            heading.lowercased().compactMap { character in
                if character == " " { return "-" }
                return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
            })
    }

    private static func withoutFences(_ text: String) -> String {
        var isFenced = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            guard line.hasPrefix("```") else { return !isFenced }
            isFenced.toggle()
            return false
        }.joined(separator: "\n")
    }

    // MARK: Texts

    /// The file that a text names: from the root, or in a document beside that document.
    private func file(_ name: String, citedIn path: String) -> String? {
        if paths.contains(name) { return name }
        guard path.hasSuffix(".md"), let file = Self.resolve(name, beside: path) else { return nil }
        return paths.contains(file) ? file : nil
    }

    /// A relative path from the directory of a file; nil if it leaves the repository.
    private static func resolve(_ link: String, beside path: String) -> String? {
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in link.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(String(part))
                continue
            }
            guard parts.popLast() != nil else { return nil }
        }
        return parts.joined(separator: "/")
    }

    /// The text with each comment on one line, or in a document each paragraph: a citation can be broken anywhere.
    private static func joined(_ text: String, isDocument: Bool) -> String {
        var lines: [String] = []
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = line.trimmingCharacters(in: .whitespaces)
            let isComment = !isDocument && (line.hasPrefix("//") || line.hasPrefix("# "))
            let goesOn = isDocument ? !line.isEmpty && !"#|-`".contains(line.prefix(1)) : isComment
            let words = isComment ? line.drop { "/#".contains($0) }.trimmingCharacters(in: .whitespaces) : line
            if isOpen, goesOn {
                lines[lines.count - 1] += " " + words
            } else {
                lines.append(words)
            }
            isOpen = isDocument ? !line.isEmpty : isComment
        }
        return lines.joined(separator: "\n")
    }

    /// All matches, each with its groups; an empty text for a group that matched nothing.
    private static func matches(_ pattern: String, _ text: String) -> [[String]] {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
        let whole = text as NSString
        return expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map { match in
            (0..<match.numberOfRanges).map { group in
                let range = match.range(at: group)
                return range.location == NSNotFound ? "" : whole.substring(with: range)
            }
        }
    }
}
