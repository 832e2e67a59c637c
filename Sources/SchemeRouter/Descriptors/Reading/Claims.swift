/// The claim on a name, and the state of its reading.
struct Claim {
    /// The scheme if the name is an alias, otherwise the name itself.
    let owner: String
    /// The number of the file that described it last.
    var layer: Int
    var place: SourceLocation
    /// The merged fields of all files read so far; nil before the first, and for an alias.
    var fields: Fields?
    /// Whether the current file has a description of it that has not been read yet.
    var state = State.settled
    /// Its index among the descriptors; nil before it is added, or if it has a mistake.
    var position: Int?

    enum State {
        case pending
        case reading
        case settled
        /// The name has been released.
        case free
    }
}

extension Claim {
    init(_ entry: YAMLNode.Entry, owner: String) {
        self.init(owner: owner, layer: entry.value.tree.layer, place: entry.location, state: .pending)
    }
}

/// The claimed names: searched linearly while they are few, otherwise hashed.
struct Claims {
    private static let fewCount = 48

    private(set) var names: [String] = []
    private var claims: [Claim] = []
    private var places: [String: Int]?
    /// The place of the claim that was set or changed last. Names are claimed and described in the same order, so the
    /// same claim or the next one is nearly always the one that is needed.
    private var latest = 0

    subscript(name: String) -> Claim? {
        guard let position = position(of: name), claims[position].state != .free else { return nil }
        return claims[position]
    }

    func contains(_ name: String) -> Bool { position(of: name).map { claims[$0].state != .free } ?? false }

    mutating func set(_ claim: Claim, _ name: String) {
        if let position = position(of: name) {
            claims[position] = claim
            latest = position
        } else {
            append(claim, name)
        }
    }

    /// Claims the name of a description that has not been read yet, unless an earlier file did so.
    mutating func announce(_ entry: YAMLNode.Entry, _ name: String) {
        guard let position = position(of: name) else { return append(Claim(entry, owner: name), name) }
        if claims[position].state == .free {
            claims[position] = Claim(entry, owner: name)
        } else {
            claims[position].state = .pending
        }
    }

    private mutating func append(_ claim: Claim, _ name: String) {
        latest = names.count
        names.append(name)
        claims.append(claim)
        if places != nil {
            places?[name] = latest
        } else if names.count > Self.fewCount {
            places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        }
    }

    /// Changes a claim in place; does nothing if there is none.
    mutating func change(_ name: String, _ body: (inout Claim) -> Void) {
        guard let position = position(of: name), claims[position].state != .free else { return }
        latest = position
        body(&claims[position])
    }

    mutating func forgetFields() {
        for position in claims.indices { claims[position].fields = nil }
    }

    mutating func remove(_ name: String) {
        if let position = position(of: name) { claims[position].state = .free }
    }

    private func position(of name: String) -> Int? {
        guard let places else { return names.firstIndex(of: name) }
        for position in latest..<min(latest + 2, names.count) where names[position] == name { return position }
        return places[name]
    }
}
