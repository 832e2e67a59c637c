import Foundation
import Testing

/// The modules use each other in one direction, and so do the folders of the engine.
@Suite struct ModuleGraphTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The targets of Package.swift.
    private static let targets: [PackageTarget] = {
        let text = (try? String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)) ?? ""
        return PackageTarget.all(in: text)
    }()

    /// What the Swift files of a target import, in the order of the alphabet.
    private static func imports(of target: PackageTarget) -> Set<String> {
        // A folder within this one can be a target of its own.
        let inner = targets.map(\.path).filter { $0.hasPrefix(target.path + "/") }.map { $0 + "/" }
        let folder = root.appendingPathComponent(target.path)
        var names: Set<String> = []
        for path in FileManager.default.subpaths(atPath: folder.path) ?? [] where path.hasSuffix(".swift") {
            let file = target.path + "/" + path
            guard !inner.contains(where: file.hasPrefix) else { continue }
            let text = (try? String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)) ?? ""
            names.formUnion(
                text.matches(of: /(?m)^(?:@testable |@_exported |public |package )?import (\w+)/).map { String($0.1) })
        }
        return names
    }

    @Test("no module needs itself by way of others")
    func modules() {
        let known = Set(Self.targets.map(\.name))
        #expect(known.count > 50 && known.isSuperset(of: ["SchemeRouter", "router", "ExactJSON", "CoinsTests"]))
        var graph: [String: Set<String>] = [:]
        for target in Self.targets { graph[target.name] = Self.imports(of: target).intersection(known) }
        #expect(graph["RouterProgram"]?.contains("SchemeRouter") == true)
        #expect(Self.cycle(in: graph) == nil)
        // The compiler only finds what happens to be built already, so that an import without a dependency builds by luck.
        for target in Self.targets {
            let undeclared = graph[target.name, default: []].subtracting(target.dependencies).sorted()
            #expect(undeclared.isEmpty, "\(target.name) imports \(undeclared) without depending on it")
            guard !target.isTest else { continue }
            // A program that another one starts is needed, and not imported.
            let unused = target.dependencies.subtracting(graph[target.name, default: []]).sorted()
            #expect(unused.isEmpty, "\(target.name) depends on \(unused) without importing it")
        }
    }

    @Test("a module is in the folder that has its name")
    func names() {
        // The program `router` is a folder of its library, which is named for what other programs take from it.
        for target in Self.targets where target.path.hasPrefix("Sources/") && !target.path.hasPrefix("Sources/router") {
            let name = target.name.hasPrefix("Router") ? target.name.dropFirst("Router".count) : target.name[...]
            #expect(target.path.split(separator: "/").last == name, "\(target.name) is in \(target.path)")
        }
    }

    @Test("apps that only ask link no C library")
    func asking() {
        let byName = Dictionary(Self.targets.map { ($0.name, $0) }) { first, _ in first }
        var needed: Set<String> = []
        var open = ["RouterDapp"]
        while let name = open.popLast() {
            if needed.insert(name).inserted { open += byName[name]?.dependencies ?? [] }
        }
        #expect(needed == ["RouterDapp", "RouterLinks", "RouterBytes"])
    }

    @Test("only the list knows networks that need no practice ledger: a new one is a folder and a line")
    func networks() {
        let own = ["Networks/CoreRPC/", "Networks/Electrum/"]
        let knowing = SourceRulesTests.files.filter { path, text in
            let code = text.replacing(/\/\/[^\n]*/, with: "")
            return !own.contains(where: path.hasPrefix) && code.contains(/\b(?:CoreNode\b|CoreRPC[A-Z]|Electrum[A-Z])/)
        }
        #expect(knowing.map(\.path) == ["Networks/List/NetworkList.swift"])
    }

    @Test("a folder of Sources that is a module has its name")
    func folderNames() {
        // `router` is the folder of the program's library, and its own few lines are in a folder of that.
        let exceptions: Set = ["RouterProgram", "router"]
        for target in Self.targets where target.path.hasPrefix("Sources/") && !exceptions.contains(target.name) {
            let folder = target.path.split(separator: "/").last.map(String.init) ?? ""
            let name = target.name.hasPrefix("Router") ? String(target.name.dropFirst("Router".count)) : target.name
            #expect(folder == name, "\(target.name) is in \(target.path)")
        }
    }

    @Test("the folders of the engine use each other in the order that data takes")
    func folders() throws {
        let graph = FolderGraph(of: Self.root.appendingPathComponent("Sources/SchemeRouter"))
        #expect(graph.folders == Set(graph.order))
        #expect(graph.backEdges == [], "a folder uses what comes after it")
    }

    @Test("the test finds a cycle, and a use against the order")
    func finds() {
        #expect(Self.cycle(in: ["a": ["b"], "b": ["c"], "c": ["a"]])?.sorted() == ["a", "b", "c"])
        #expect(Self.cycle(in: ["a": ["b", "c"], "b": ["c"], "c": []]) == nil)
        let files = [
            ("Values/Link.swift", "struct Link { // a Later\n let text = \"Later\" }"),
            ("Values/Early.swift", "extension Link { func plan(_: Later) {} }"),
            ("Execution/Later.swift", "enum Later {}"),
        ]
        #expect(FolderGraph(files: files).backEdges == ["Values → Execution: Later"])
    }

    /// Modules that need each other in a circle; nil if there is none.
    private static func cycle(in graph: [String: Set<String>]) -> [String]? {
        var left = graph
        // Whoever needs nobody who is left is in no circle.
        while let free = left.first(where: { entry in !entry.value.contains { left[$0] != nil } })?.key {
            left[free] = nil
        }
        return left.isEmpty ? nil : left.keys.sorted()
    }
}

/// A target as Package.swift has it.
private struct PackageTarget {
    let name: String
    let path: String
    let dependencies: Set<String>
    let isTest: Bool

    static func all(in text: String) -> [PackageTarget] {
        let start = /\.(target|executableTarget|systemLibrary)\(|(?:^|\s)(tests|systemLibrary)\(/
        return text.matches(of: start).compactMap { match in
            guard let kind = match.output.1 ?? match.output.2 else { return nil }
            return PackageTarget(String(kind), arguments(in: text[match.range.upperBound...]))
        }
    }

    /// What stands up to the closing parenthesis.
    private static func arguments(in text: Substring) -> Substring {
        var depth = 1
        let end = text.firstIndex { character in
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            return depth == 0
        }
        return text[..<(end ?? text.endIndex)]
    }

    private init?(_ kind: String, _ arguments: Substring) {
        guard let name = arguments.firstMatch(of: /^\s*(?:name: )?"([\w-]+)"/)?.1 else { return nil }
        self.name = String(name)
        isTest = kind == "tests"
        let folder = isTest ? "Tests" : "Sources"
        // As the function for libraries with a package does it.
        let usual = kind == "systemLibrary" ? name.dropFirst("Router".count) : name
        path = arguments.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) } ?? "\(folder)/\(usual)"
        let list = isTest ? /of: ((?:[^:]|\n)*?)(?:,\s*exclude:|$)/ : /dependencies: \[((?:[^\[\]]|\n)*)\]/
        let own = arguments.firstMatch(of: list)?.1 ?? ""
        dependencies = Set(own.matches(of: /"([\w-]+)"/).map { String($0.1) } + (isTest ? ["RouterTestSupport"] : []))
    }
}

/// Which folder of the engine uses types of which other one.
private struct FolderGraph {
    /// The order of the folders: each may use those before it. First the forms that a link takes, then the parts that act on it.
    let order = [
        "Values", "Descriptors", "Grammars", "Requests", "Intents",
        "Services", "Replies", "Plugins", "Routing", "Consent", "Execution",
    ]
    /// A use against the order, as `Values → Execution: Later`.
    let backEdges: [String]
    let folders: Set<String>

    init(of root: URL) {
        let paths = (FileManager.default.subpaths(atPath: root.path) ?? []).filter { $0.hasSuffix(".swift") }
        self.init(
            files: paths.map { path in
                (path, (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? "")
            })
    }

    init(files: [(path: String, text: String)]) {
        let declaration =
            /(?m)^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|final|indirect)\s+)*(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)/
        let sources = files.map { (folder: Self.folder(of: $0.path), code: Self.code($0.text)) }
        var homes: [String: Set<String>] = [:]
        for source in sources {
            for match in source.code.matches(of: declaration) {
                homes[String(match.1), default: []].insert(source.folder)
            }
        }
        var uses: [String: Set<String>] = [:]
        for source in sources {
            for match in source.code.matches(of: /\b[A-Z]\w*/) {
                let name = String(match.output)
                // A name that two folders have, each for itself, tells nothing.
                guard let home = homes[name], home.count == 1, let other = home.first, other != source.folder,
                    let from = order.firstIndex(of: source.folder), let to = order.firstIndex(of: other), from < to
                else { continue }
                uses["\(source.folder) → \(other)", default: []].insert(name)
            }
        }
        backEdges = uses.flatMap { edge, names in names.map { "\(edge): \($0)" } }.sorted()
        folders = Set(sources.map(\.folder))
    }

    private static func folder(of path: String) -> String {
        path.contains("/") ? String(path.prefix { $0 != "/" }) : "."
    }

    /// The text without comments and without what stands in quotation marks.
    private static func code(_ text: String) -> String {
        text.replacing(/\/\/[^\n]*/, with: "").replacing(/"(?:\\.|[^"\\\n])*"/, with: "\"\"")
    }
}
