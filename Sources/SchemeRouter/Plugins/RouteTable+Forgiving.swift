extension RouteTable {
    /// Reads descriptor files like `load(_:for:)`, but a mistake in some of them stops only the schemes that they name,
    /// and those that need them.
    /// - Parameters:
    ///   - stack: the files, in order of precedence. What it refused to read is an error: nobody knows what is in it.
    ///   - plugins: the plugins by their names in descriptors.
    ///   - isForgiven: whether a file, by its name in messages, may have mistakes.
    /// - Throws: the mistakes of all other files.
    public static func load(
        _ stack: DescriptorStack, for plugins: PluginTable, forgiving isForgiven: (String) -> Bool
    ) throws(DescriptorErrors) -> RouteTable {
        var files = stack.files
        var wrong: [(file: DescriptorFile, errors: DescriptorErrors)] = []
        while true {
            do throws(DescriptorErrors) {
                guard stack.refusals.isEmpty else { return try load(stack, for: plugins) }
                let table = try load(DescriptorStack(files), for: plugins)
                let known = table.coinList.map(\.id.name) + table.schemes.flatMap { [$0.name] + $0.aliases }
                return table.stopping(wrong.map { StoppedFile($0.file, $0.errors, known: known) })
            } catch {
                let names = Set(error.diagnostics.map(\.file))
                let found = files.filter { names.contains($0.name) }
                guard stack.refusals.isEmpty, found.count == names.count, names.allSatisfy(isForgiven) else {
                    throw DescriptorErrors(error.diagnostics + wrong.flatMap(\.errors.diagnostics))
                }
                for file in found {
                    wrong.append((file, DescriptorErrors(error.diagnostics.filter { $0.file == file.name })))
                }
                files.removeAll { names.contains($0.name) }
            }
        }
    }
}
