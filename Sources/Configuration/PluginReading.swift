import RouterPluginPrograms
import SchemeRouter

extension ConfigurationReader {
    /// The programs that are plugins: `plugins: { tally: /usr/lib/tally/plugin }`. No other file can add any (S7).
    /// Whether one is usable is checked when a link needs it.
    mutating func programs(in fields: Fields) -> [PluginProgram] {
        var programs: [PluginProgram] = []
        for entry in section("plugins", in: fields) {
            guard document.identifier(entry.key, at: entry.mark, in: fields["plugins"] ?? entry.value),
                let path = document.label(entry.value, limit: 1_024)
            else { continue }
            guard !builtIn.contains(entry.key) else {
                document.note(
                    .conflict, at: entry.mark, in: fields["plugins"] ?? entry.value,
                    "the plugin “\(entry.key)” is part of this program", hint: "give yours another name")
                continue
            }
            guard path.utf8.first == UInt8(ascii: "/") else {
                document.note(
                    .invalidValue, in: entry.value, "\(quoted(path)) is not an absolute path",
                    hint: "write the whole path of the program, such as /usr/lib/\(entry.key)/plugin")
                continue
            }
            programs.append(PluginProgram(name: entry.key, path: path))
        }
        return programs
    }
}

extension PersonalConfiguration {
    /// Reads only the plugin programs from the person's settings: descriptors can name them, and all other settings
    /// need the descriptors. Throws the mistakes in them; everything else is read later.
    /// - Parameters:
    ///   - path: the file; without it there are none.
    ///   - builtIn: the names of the built-in plugins.
    public static func programs(
        path: String, besides builtIn: [String]
    ) throws(DescriptorErrors) -> [PluginProgram] {
        try TrustedPath.check(path)
        guard let file = try DescriptorFile.read(path: path, trust: .ownedPrivate) else { return [] }
        var reader = ConfigurationReader(
            document: try DocumentReader(file), routes: try RouteTable.load(DescriptorStack([])), builtIn: builtIn)
        let programs = reader.programsAlone()
        guard reader.document.isClean else { throw DescriptorErrors(reader.document.diagnostics) }
        return programs
    }
}
