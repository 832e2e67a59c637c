import Synchronization

/// All coins and schemes of the descriptors. Immutable.
public struct RouteTable: Sendable {
    private let contents: Contents

    /// A single reference to everything: tables are passed along with every link.
    private final class Contents: Sendable {
        let coins: [CoinDescriptor]
        let schemes: [SchemeDescriptor]
        /// The positions of the schemes by their names and aliases.
        let places: [String: Int]
        /// Whether only what the links of one scheme need was read.
        let isPartial: Bool
        /// The files that do not count because of their mistakes.
        let stopped: [StoppedFile]
        /// The positions of the coins by id.
        private let coinPlaces: [String: Int]
        /// Computed once: few links need them, and those need all.
        private let owners = Mutex<[AddressOwner]?>(nil)

        init(
            coins: [CoinDescriptor], schemes: [SchemeDescriptor], isPartial: Bool, stopped: [StoppedFile]
        ) {
            self.stopped = stopped
            self.coins = coins
            self.schemes = schemes
            self.isPartial = isPartial
            var places: [String: Int] = [:]
            for (place, scheme) in schemes.enumerated() {
                for name in [scheme.name] + scheme.aliases { places[name] = place }
            }
            self.places = places
            coinPlaces = Dictionary(coins.enumerated().map { ($1.id.name, $0) }) { first, _ in first }
        }

        func coin(_ id: CoinID) -> CoinDescriptor? {
            coinPlaces[id.name].map { coins[$0] }
        }

        var addressOwners: [AddressOwner] {
            owners.withLock { known in
                if let known { return known }
                let found = coins.map { AddressOwner($0.id, title: $0.title, forms: $0.addresses) }
                known = found
                return found
            }
        }
    }

    /// A table of checked coins and schemes; ``load(_:)`` checks them.
    package init(coins: [CoinDescriptor], schemes: [SchemeDescriptor]) {
        self.init(coins: coins, schemes: schemes, isPartial: false)
    }

    init(
        coins: [CoinDescriptor], schemes: [SchemeDescriptor], isPartial: Bool = false, stopped: [StoppedFile]
    ) {
        contents = Contents(
            coins: coins, schemes: schemes.sorted { $0.name < $1.name }, isPartial: isPartial, stopped: stopped)
    }

    private init(coins: [CoinDescriptor], schemes: [SchemeDescriptor], isPartial: Bool) {
        self.init(coins: coins, schemes: schemes, isPartial: isPartial, stopped: [])
    }

    /// The files that do not count because of their mistakes, in order of precedence (`load(_:for:forgiving:)`).
    public var stoppedFiles: [StoppedFile] { contents.stopped }

    /// The file because of which links of this scheme are refused; nil if there is none. Case does not matter.
    func stoppedFile(of scheme: some Collection<UInt8>) -> StoppedFile? {
        guard !contents.stopped.isEmpty else { return nil }
        let name = String(decoding: scheme.map(\.lowercasedASCII), as: UTF8.self)
        return contents.stopped.first { $0.stops(name) }
    }

    /// Whether a name that no descriptor has is one of a file that does not count.
    package func isStopped(_ name: String) -> Bool { contents.stopped.contains { $0.names.contains(name) } }

    /// The coins, in the order in which they were read.
    public var coinList: [CoinDescriptor] { whole.coins }

    /// The coins with the forms of their addresses, in the order of ``coinList``.
    package var addressOwners: [AddressOwner] { whole.addressOwners }

    /// The schemes, including reserved ones, in alphabetical order.
    public var schemes: [SchemeDescriptor] { whole.schemes }

    /// The schemes that were read: all of them, or those that the links of one scheme need.
    var readSchemes: [SchemeDescriptor] { contents.schemes }

    /// Reads descriptor files, in order of precedence, and checks them together.
    public static func load(_ files: [DescriptorFile]) throws(DescriptorErrors) -> RouteTable {
        try load(DescriptorStack(files))
    }

    /// Reads descriptor files, in order of precedence, and checks them together.
    ///
    /// A file may name coins of any other. A later file may add coins and schemes, disable a scheme of an earlier file,
    /// and make one stricter. It replaces a scheme only by naming its ``SchemeDescriptor/digest``, and never uses a
    /// coin type of an earlier file's coin (S12).
    ///
    /// - Throws: every mistake in every file. If a file is not valid YAML, unknown names are not reported, because they
    ///   may be described in it.
    public static func load(_ stack: DescriptorStack) throws(DescriptorErrors) -> RouteTable {
        try load(stack, plugins: nil)
    }

    /// The same, with the reply forms that `callbacks` can name. Not checked if `plugins` is nil: a program without
    /// plugins does not know them, and those in the shipped descriptors exist.
    static func load(_ stack: DescriptorStack, plugins: [PluginForms]?) throws(DescriptorErrors) -> RouteTable {
        var reader = DescriptorReader(stack.files, isPartial: !stack.refusals.isEmpty, plugins: plugins)
        reader.read()
        guard stack.refusals.isEmpty, reader.document.isClean else {
            throw DescriptorErrors(stack.refusals + reader.document.diagnostics)
        }
        return RouteTable(coins: reader.catalogue.coins, schemes: reader.catalogue.schemes)
    }

    /// The shipped descriptors for reading links of one scheme: that scheme and its coins, and everything else on demand,
    /// without the examples of schemes. A ``Router`` over it knows only the links of that scheme, or of all schemes if it
    /// is unknown.
    public static func shipped(forLinksOf scheme: ArraySlice<UInt8>) -> RouteTable {
        let compiled = CompiledDescriptors.shipped
        guard let scheme = compiled.scheme(scheme) else { return wholeShipped }
        return RouteTable(coins: scheme.coins.compactMap(compiled.coin), schemes: [scheme], isPartial: true)
    }

    private var whole: Contents { contents.isPartial ? Self.wholeShipped.contents : contents }

    private static let wholeShipped: RouteTable = {
        let (coins, schemes) = CompiledDescriptors.shipped.all
        return RouteTable(coins: coins, schemes: schemes)
    }()

    /// The coins, by id. Built anew at every call; ``coin(_:)`` does not need it.
    public var coins: [CoinID: CoinDescriptor] {
        Dictionary(coinList.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The coin with this id; nil if there is none.
    public func coin(_ id: CoinID) -> CoinDescriptor? {
        contents.coin(id) ?? (contents.isPartial ? CompiledDescriptors.shipped.coin(id) : nil)
    }

    /// The name of the scheme whose links begin with an address of only this coin; nil if none is enabled.
    package func addressScheme(of coin: CoinID) -> String? {
        guard contents.isPartial else { return addressSchemes[coin]?.name }
        return CompiledDescriptors.shipped.hasAddressScheme(coin) ? coin.name : nil
    }

    /// The names of parameters in links of a scheme that begin with an address.
    func plainNames(of scheme: String) -> LinkNames {
        (self.scheme(named: scheme.utf8)?.links?.wallet ?? .bip21).names
    }

    /// For each coin that has one, the enabled scheme whose links begin with an address of only this coin. An added scheme
    /// does not take the place of a shipped one, or of the one with the coin's name.
    var addressSchemes: [CoinID: SchemeDescriptor] {
        func rank(_ scheme: SchemeDescriptor) -> Int {
            scheme.name == scheme.coins[0].name ? 0 : scheme.origin.isShipped ? 1 : 2
        }
        let candidates = schemes.filter { $0.isEnabled && $0.grammar == .bip21 && $0.coins.count == 1 }
        return Dictionary(candidates.map { ($0.coins[0], $0) }) { rank($1) < rank($0) ? $1 : $0 }
    }

    /// The descriptor of a scheme or of one of its aliases, including reserved ones; nil if there is none. Case does
    /// not matter. `name` is a scheme without its colon, in ASCII.
    public func scheme(named name: some Collection<UInt8>) -> SchemeDescriptor? {
        if let position = position(of: name) { return readSchemes[position] }
        return contents.isPartial ? CompiledDescriptors.shipped.scheme(name) : nil
    }

    /// Whether links of this scheme are opened by this program or reserved. Case does not matter.
    ///
    /// Callbacks never go to such a scheme (S4).
    public func isOwnScheme(_ name: some StringProtocol) -> Bool {
        position(of: name.utf8) != nil || stoppedFile(of: name.utf8) != nil
            || contents.isPartial && CompiledDescriptors.shipped.isScheme(name.utf8)
    }

    /// The position of the scheme, or of the one it is an alias of, in ``readSchemes``.
    func position(of name: some Collection<UInt8>) -> Int? {
        guard name.count <= SchemeName.maxLength else { return nil }
        return contents.places[String(decoding: name.map(\.lowercasedASCII), as: UTF8.self)]
    }
}
