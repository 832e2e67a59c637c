import SchemeRouter

/// The pieces of a link as the engine split and decoded them.
struct LinkPieces: Sendable {
    /// A value and its range in the link as received.
    struct Piece: Sendable {
        let text: String
        let range: Range<Int>
    }

    struct Parameter: Sendable {
        let name: String
        let text: String
        let range: Range<Int>
        let isRequired: Bool
    }

    /// The action that the link requests.
    let action: Action
    /// The part before the parameters, in the grammar `bip21`.
    let address: Piece?
    /// The parameters that the descriptor knows.
    let parameters: [Parameter]
    /// The names of the other parameters.
    let ignored: [String]

    init(_ action: Action, address: Piece?, _ parameters: borrowing LinkParameters) {
        self.action = action
        self.address = address
        var found: [Parameter] = []
        for name in ParameterName.allCases {
            guard let parameter = parameters[name] else { continue }
            found.append(
                Parameter(
                    name: name.rawValue, text: String(decoding: parameter.value, as: UTF8.self),
                    range: parameter.range, isRequired: parameter.isRequired))
        }
        self.parameters = found.sorted { $0.range.lowerBound < $1.range.lowerBound }
        ignored = parameters.ignored
    }
}
