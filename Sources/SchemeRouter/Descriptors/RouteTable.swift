/// All coins and schemes that descriptors name. It is built once and never changes.
public struct RouteTable: Sendable {
    private let contents: Contents

    /// One reference for everything: tables are handed along with every link.
    private final class Contents: Sendable {
        let coins: [CoinDescriptor]
        let schemes: [SchemeDescriptor]
        let index: SchemeIndex
        /// The names of the schemes that an excerpt leaves out; nil where nothing is left out.
        let others: [String]?
        /// The positions of the coins by their ids; nil where they are so few that they are looked through.
        private let places: [String: Int]?

        init(coins: [CoinDescriptor], schemes: [SchemeDescriptor], others: [String]?) {
            self.coins = coins
            self.schemes = schemes
            self.others = others
            index = SchemeIndex(schemes)
            places =
                coins.count <= 48
                ? nil : Dictionary(coins.enumerated().map { ($1.id.name, $0) }) { first, _ in first }
        }

        func coin(_ id: CoinID) -> CoinDescriptor? {
            if let places { return places[id.name].map { coins[$0] } }
            return coins.first { $0.id == id }
        }
    }

    /// A table of coins and schemes that were checked; ``load(_:)`` checks them.
    /// - Parameter others: the names of the schemes that an excerpt of the shipped descriptors leaves out.
    package init(coins: [CoinDescriptor], schemes: [SchemeDescriptor], others: [String]? = nil) {
        contents = Contents(coins: coins, schemes: schemes.sorted { $0.name < $1.name }, others: others)
    }

    /// The coins, in the order they were read.
    public var coinList: [CoinDescriptor] { whole.coins }

    /// The schemes, reserved ones included, in the order of their names.
    public var schemes: [SchemeDescriptor] { whole.schemes }

    /// The schemes that were read: all of them, or those of an excerpt.
    var readSchemes: [SchemeDescriptor] { contents.schemes }

    /// Reads descriptor files, later ones after earlier ones, and checks them together.
    public static func load(_ files: [DescriptorFile]) throws(DescriptorErrors) -> RouteTable {
        try load(DescriptorStack(files))
    }

    /// Reads descriptor files, later ones after earlier ones, and checks them together.
    ///
    /// A file may name coins of any other. A later file may add coins and schemes, switch a scheme of an earlier one off,
    /// and make one stricter. It replaces a scheme only by naming its ``SchemeDescriptor/digest``, and never
    /// takes a coin type that an earlier file's coin has (S12).
    ///
    /// - Throws: every mistake in every file. What a file that is no YAML would have meant for the others is not known, so
    ///   nothing is said of names that may be in it.
    public static func load(_ stack: DescriptorStack) throws(DescriptorErrors) -> RouteTable {
        try load(stack, plugins: nil)
    }

    /// The same, where the names of the reply forms are known that `callbacks` can say. They are not checked where
    /// they are nil: a program without plugins does not know them, and the shipped descriptors name those that there are.
    static func load(_ stack: DescriptorStack, plugins: [PluginForms]?) throws(DescriptorErrors) -> RouteTable {
        var reader = DescriptorReader(stack.files, isPartial: !stack.refusals.isEmpty, plugins: plugins)
        reader.read()
        guard stack.refusals.isEmpty, reader.document.isClean else {
            throw DescriptorErrors(stack.refusals + reader.document.diagnostics)
        }
        return RouteTable(coins: reader.catalogue.coins, schemes: reader.catalogue.schemes)
    }

    /// The shipped descriptors for reading links of one scheme: only that scheme and its coin are read at once. All else
    /// is read when it is asked for, so that the table says the same as the whole one; but a ``Router`` over it knows the
    /// links of that scheme only, and ``scheme(named:)`` does not say that scheme's examples: ``schemes`` does.
    public static func shipped(forLinksOf scheme: ArraySlice<UInt8>) throws(DescriptorErrors) -> RouteTable {
        guard let excerpt = DescriptorExcerpt(of: .shipped, scheme: scheme), let table = try? load([excerpt.file])
        else { return try load([.shipped]) }
        return RouteTable(coins: table.contents.coins, schemes: table.contents.schemes, others: excerpt.others)
    }

    private var whole: Contents { contents.others == nil ? contents : Self.wholeShipped.contents }

    private static let wholeShipped: RouteTable = {
        do throws(DescriptorErrors) {
            return try load([.shipped])
        } catch {
            // An excerpt of it was read already, and tests read all of it.
            preconditionFailure("the shipped descriptors are wrong: \(error.diagnostics.count) mistakes")
        }
    }()

    /// The coins, by id. Made anew at every call; ``coin(_:)`` finds one without that.
    public var coins: [CoinID: CoinDescriptor] {
        Dictionary(coinList.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The coin with this id; nil if there is none.
    public func coin(_ id: CoinID) -> CoinDescriptor? {
        contents.coin(id) ?? (contents.others == nil ? nil : whole.coin(id))
    }

    /// The name of the scheme whose links begin with an address and are about that coin alone; nil where none is switched on.
    package func addressScheme(of coin: CoinID) -> String? {
        // Every click asks this, and must not wait for all schemes to be read.
        guard contents.others == nil else { return DescriptorParts.addressScheme(in: .shipped, of: coin.name) }
        return schemes.first { $0.grammar == .bip21 && $0.coins == [coin] && $0.isEnabled }?.name
    }

    /// The descriptor of a scheme or of one of its aliases, reserved or not; nil where there is none. Case does not
    /// matter. `name` is a scheme without its colon, in ASCII.
    public func scheme(named name: some Collection<UInt8>) -> SchemeDescriptor? {
        if let position = position(of: name) { return readSchemes[position] }
        return contents.others == nil ? nil : Self.wholeShipped.scheme(named: name)
    }

    /// Whether links of this scheme come back to this program, or are reserved to. Case does not matter.
    ///
    /// No callback goes to such a scheme (S4).
    public func isOwnScheme(_ name: some StringProtocol) -> Bool {
        if position(of: name.utf8) != nil { return true }
        guard let others = contents.others else { return false }
        return others.contains { $0.utf8.elementsEqual(name.utf8) { $0 == $1.lowercasedASCII } }
    }

    /// The position of the scheme, or of the one it is an alias of, in ``readSchemes``.
    ///
    /// Names nearly always lie in one piece of memory; the index then needs no generic code.
    func position(of name: some Collection<UInt8>) -> Int? {
        // Looked at while it is lent, and only the position leaves.
        if let position = name.withContiguousStorageIfAvailable({ unsafe contents.index.position(of: $0.span) }) {
            return position
        }
        return contents.index.position(of: ContiguousArray(name).span)
    }
}
