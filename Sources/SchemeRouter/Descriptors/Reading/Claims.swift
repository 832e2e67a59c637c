/// Who took a name, and how far its reading is.
struct Claim {
    /// The scheme whose alias it is, or the name itself.
    let owner: String
    /// The number of the file that described it last.
    var layer: Int
    /// Where that stands.
    var place: SourceLocation
    /// What the files say of it that were read, merged; nil before one is, and of an alias.
    var fields: Fields?
    /// Whether the file that is being read says something of it that was not read yet.
    var state = State.settled
    /// Where it stands among the descriptors; nil while it does not, or where there is a mistake in it.
    var position: Int?

    /// The claim of a coin or scheme that a file describes.
    init(_ entry: YAMLNode.Entry) {
        self.init(owner: entry.key, at: entry.value.tree.layer, entry.location, state: .pending)
    }

    /// The claim of a name of `owner`.
    init(owner: String, at layer: Int, _ place: SourceLocation, state: State = .settled) {
        self.owner = owner
        self.layer = layer
        self.place = place
        self.state = state
    }

    enum State {
        case pending
        case reading
        case settled
        /// Nobody has the name any more.
        case free
    }
}

/// Names that were taken: a few are looked through, many are hashed.
struct Claims {
    private static let fewCount = 48

    private(set) var names: [String] = []
    private var claims: [Claim] = []
    private var places: [String: Int]?

    /// Who took a name; nil where nobody did.
    subscript(name: String) -> Claim? {
        guard let position = position(of: name), claims[position].state != .free else { return nil }
        return claims[position]
    }

    /// Takes a name, or changes what is known of it.
    mutating func set(_ claim: Claim, _ name: String) {
        if let position = position(of: name) {
            claims[position] = claim
            return
        }
        names.append(name)
        claims.append(claim)
        if places != nil {
            places?[name] = names.count - 1
        } else if names.count > Self.fewCount {
            places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        }
    }

    mutating func remove(_ name: String) {
        if let position = position(of: name) { claims[position].state = .free }
    }

    private func position(of name: String) -> Int? {
        if let places { return places[name] }
        return names.firstIndex(of: name)
    }
}
