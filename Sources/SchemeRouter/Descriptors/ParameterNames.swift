/// A set of the names that the engine knows, as a bit mask.
struct ParameterNames: OptionSet, Sendable {
    let rawValue: UInt16
}

extension ParameterNames {
    /// Every name.
    static let all = ParameterNames(rawValue: .max)

    init(_ rules: [ParameterRule]) {
        self = rules.reduce(into: []) { $0.insert(ParameterNames($1.name)) }
    }

    init(_ name: ParameterName) {
        rawValue = 1 << name.position
    }
}

extension ParameterName {
    /// The index of the name among all of them, from 0.
    var position: Int {
        switch self {
        case .pay: 0
        case .request: 1
        case .sender: 2
        case .account: 3
        case .amount: 4
        case .lock: 5
        case .label: 6
        case .message: 7
        case .paymentRequest: 8
        case .proofOfPayment: 9
        case .data: 10
        }
    }
}
