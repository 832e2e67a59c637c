import ArgumentParser
import RouterStorage
import SchemeRouter

/// `router new-coin`: writes a descriptor for a Bitcoin-like coin where the person's own descriptors are.
struct NewCoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-coin", abstract: "Write a descriptor for a Bitcoin-like coin.",
        discussion: """
            The numbers stand in chainparams.cpp of the coin's own node, the coin type in SLIP-44. What is left out is \
            Bitcoin's. Nothing is overwritten.
            """)

    @Argument(help: "The coin's id, which is also the scheme of its links, such as feathercoin.") var name: String
    @Option(help: "The short name beside amounts, such as FTC.") var ticker: String
    @Option(help: "Version byte of an address.") var p2pkh: UInt8
    @Option(help: "Version byte of a script address; give it twice where old addresses have another.") var p2sh: [UInt8]
    @Option(help: "BIP44 coin type.") var bip44: UInt32
    @Option(help: "First part of segwit addresses; leave it out where the coin has none.") var bech32: String?
    @Option(help: "Version byte of a private key, where it is not p2pkh + 128.") var wif: UInt8?
    @Option(help: "The name for people, where it is not the id with a capital letter.") var title: String?
    @Option(help: "The name of the smallest unit, where it is not satoshi.") var unit: String?
    @Option(help: "Fraction digits of one coin, where they are not 8.") var decimals: UInt8?
    @Option(help: "The most that can exist in whole coins, where it is not 21000000.") var maxMoney: String?
    @Option(help: "The smallest output that nodes relay, in the smallest unit, where it is not 546.") var dust: UInt64?
    @Flag(help: "Print the descriptor, and write nothing.") var dryRun = false

    func run() throws {
        let options = RouterCommand.options ?? GlobalOptions()
        let (_, places) = try Installation.places(options)
        let path = "\(places.schemes)/\(name).yaml"
        let text = descriptor.text
        try check(DescriptorFile(name: path, bytes: Array(text.utf8)), options, places)
        guard !dryRun else { return StandardStreams.write(Array(text.utf8), to: 1) }
        try PrivateDirectory.create(places.schemes)
        try AtomicFile.write(Array(text.utf8), to: path, mode: .create)
        // For the editor; what is not called *.yaml is no descriptor.
        try AtomicFile.write(Array(DescriptorSchema.text.utf8), to: "\(places.schemes)/\(CoinTemplate.schemaName)")
        StandardStreams.print(
            """
            Wrote \(path.printable)
            Next:
              router check                     # this file with everything else
              router sandbox on \(name)        # practise: PRACTICE – no real money
              router register --scheme \(name) # open its links here
            """)
    }

    private var descriptor: CoinTemplate {
        CoinTemplate(
            name: name, ticker: ticker, p2pkh: p2pkh, p2sh: p2sh, bip44: bip44, bech32: bech32, wif: wif, title: title,
            unit: unit, decimals: decimals, maxMoney: maxMoney, dust: dust)
    }

    /// Reads the descriptor above everything that is installed, as every command will.
    private func check(_ file: DescriptorFile, _ options: GlobalOptions, _ places: Places) throws {
        var stack = try Installation.stack(options, places)
        if stack.files.contains(where: { $0.name == file.name }) {
            throw ServiceError(
                .cannotWrite, "\(file.name) is there already and was left as it is.",
                hint: "Change it by hand, or remove it first.")
        }
        stack.add(file)
        do throws(DescriptorErrors) {
            _ = try RouteTable.load(stack, for: Installation.plugins())
        } catch {
            let own = error.diagnostics.filter { $0.file == file.name }
            // Mistakes in other files are not this command's: every command says them.
            guard !own.isEmpty else { throw error }
            StandardStreams.complain(DescriptorErrors(own).text)
            throw UsageError("With these values the descriptor is not valid, and was not written.")
        }
    }
}
