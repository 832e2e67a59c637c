/// A descriptor file that does not count because it has mistakes, and the schemes that are refused because of it.
///
/// It may have been meant to tighten a scheme of an earlier file, so what it names is not read as the earlier file
/// describes it: it is refused until the file is corrected (S3).
public struct StoppedFile: Sendable, Hashable {
    /// The file's name in messages.
    public let file: String
    /// Its mistakes.
    public let errors: DescriptorErrors
    /// The names that it gives coins and schemes, and names that may be misspelt there.
    let names: Set<String>
    /// The schemes that are refused, in alphabetical order, as far as their names are certain.
    public internal(set) var schemes: [String]

    /// - Parameters:
    ///   - file: the file.
    ///   - errors: its mistakes.
    ///   - known: the coins and schemes of the other files.
    init(_ file: DescriptorFile, _ errors: DescriptorErrors, known: [String]) {
        let names: Set<String>
        (names, schemes) = Self.names(in: file)
        // Who misspelt the name of a scheme to switch it off meant that scheme.
        let meant = names.filter { !known.contains($0) }.compactMap { NearestName.find($0, among: known) }
        (self.file, self.errors, self.names) = (file.name, errors, names.union(meant))
    }

    /// The keys of the file's sections, whatever those are called, and those that name schemes. In a text that is not
    /// YAML, everything that may be a key.
    private static func names(in file: DescriptorFile) -> (all: Set<String>, schemes: [String]) {
        if let document = try? YAMLReader.read(file) {
            let sections = document.tree.root.entries.map { section in
                (name: section.key, keys: section.value.entries.map { $0.key.lowercased() })
            }
            let schemes = sections.filter { $0.name == "schemes" }.flatMap(\.keys).filter(SchemeName.isValid)
            return (Set(sections.flatMap(\.keys)), schemes)
        }
        var names: Set<String> = []
        var word: [UInt8] = []
        for byte in file.text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                word.append(byte.lowercasedASCII)
            case UInt8(ascii: ":"):
                names.insert(String(decoding: word, as: UTF8.self))
                word = []
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: " "):
                // They may stand between a key and its colon.
                if byte == UInt8(ascii: " "), !word.isEmpty { word = [] }
            default: word = []
            }
        }
        return (names, [])
    }

    /// Whether links of this scheme are refused because of the file.
    func stops(_ scheme: String) -> Bool { names.contains(scheme) || schemes.contains(scheme) }
}

extension RouteTable {
    /// The same table, in which the schemes that these files name are refused.
    func stopping(_ files: [StoppedFile]) -> RouteTable {
        guard !files.isEmpty else { return self }
        var files = files
        var all = schemes
        for position in files.indices {
            let names = files[position].names
            var stopped = Set(files[position].schemes)
            for place in all.indices {
                let scheme = all[place]
                guard !names.isDisjoint(with: [scheme.name] + scheme.aliases + scheme.coins.map(\.name)) else {
                    continue
                }
                all[place].isEnabled = false
                stopped.formUnion([scheme.name] + scheme.aliases)
            }
            files[position].schemes = stopped.sorted()
        }
        return RouteTable(coins: coinList, schemes: all, stopped: files)
    }
}
