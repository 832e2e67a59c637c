import ArgumentParser
import ExactJSON
import RouterStorage
import SchemeRouter

/// `router new-coin`: adds a descriptor of a Bitcoin-like coin to the person's own descriptors.
struct NewCoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-coin", abstract: "Write a descriptor for a Bitcoin-like coin.",
        discussion: """
            The numbers are in the source of the coin's own node: versions and the first block in chainparams.cpp, \
            the maximum supply in amount.h, the lowest fee in validation.h (DEFAULT_MIN_RELAY_TX_FEE), and the dust \
            rate in policy/policy.h (DUST_RELAY_TX_FEE): --dust is what it charges for 182 bytes. The coin type is in \
            SLIP-44. Bitcoin's numbers are used for what you leave out. Nothing is overwritten.
            """)

    @OptionGroup var coin: CoinTemplate
    @Flag(help: "Print the descriptor, and write nothing.") var dryRun = false
    @Flag(help: "Print JSON, with the descriptor in it.") var json = false

    func run() throws {
        let options = RouterCommand.options ?? GlobalOptions()
        let (_, places) = try Installation.places(options)
        let path = "\(places.schemes)/\(coin.name).yaml"
        let text = coin.text
        try check(DescriptorFile(name: path, bytes: Array(text.utf8)), options, places)
        let object = JSON([
            "coin": coin.name, "file": path, "written": !dryRun, "descriptor": text,
        ])
        guard !dryRun else {
            if json { StandardStreams.print([object]) } else { StandardStreams.write(Array(text.utf8), to: 1) }
            return
        }
        try PrivateDirectory.create(places.schemes)
        try AtomicFile.write(Array(text.utf8), to: path, mode: .create)
        // For editors. Only files named *.yaml are descriptors.
        try AtomicFile.write(Array(DescriptorSchema.text.utf8), to: "\(places.schemes)/\(CoinTemplate.schemaName)")
        guard !json else { return StandardStreams.print([object]) }
        let next = [
            ("check", "this file with everything else"),
            ("sandbox on \(coin.name)", "practise: PRACTICE – no real money"),
            ("register --scheme \(coin.name)", "open its links here"),
        ]
        let width = next.map(\.0.utf8.count).max() ?? 0
        StandardStreams.print(
            ["Wrote \(path.printable)", "Next:"]
                + next.map { "  router \($0)\(String(repeating: " ", count: width - $0.utf8.count)) # \($1)" })
    }

    /// Reads the descriptor on top of everything that is installed, as every command will.
    private func check(_ file: DescriptorFile, _ options: GlobalOptions, _ places: Places) throws {
        var stack = try Installation.stack(options, places)
        if stack.files.contains(where: { $0.name == file.name }) {
            throw ServiceError(
                .cannotWrite, "\(file.name) already exists and was left as it is.",
                hint: "Change it by hand, or remove it first.")
        }
        stack.add(file)
        do throws(DescriptorErrors) {
            _ = try RouteTable.load(stack, for: Installation.plugins(options.additions))
        } catch {
            let own = error.diagnostics.filter { $0.file == file.name }
            // Every command reports mistakes in other files, so this one does not.
            guard !own.isEmpty else { throw error }
            throw UsageError(
                "The descriptor was not written, because it is not valid with these values.",
                hint: "“router new-coin --help” says what each number means.", mistakes: DescriptorErrors(own))
        }
    }
}
