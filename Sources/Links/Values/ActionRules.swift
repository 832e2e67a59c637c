/// The actions of a scheme's links, each with the parameters that are read, in the order of ``Action``.
public struct ActionRules: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    @usableFromInline var payment: [ParameterRule]?
    @usableFromInline var address: [ParameterRule]?
    @usableFromInline var masterPublicKey: [ParameterRule]?
    @usableFromInline var scanQR: [ParameterRule]?
    /// The actions whose links have no parameters of their own.
    @usableFromInline var plain: [Action] = []

    /// No actions.
    public init() {}

    /// Creates the rules; if an action occurs twice, the last rule counts.
    public init(dictionaryLiteral rules: (Action, [ParameterRule])...) {
        for (action, rules) in rules { self[action] = rules }
    }

    /// The parameters of an action, in the order of the descriptor; nil if links cannot ask for it.
    public subscript(action: Action) -> [ParameterRule]? {
        // Inlinable, so that callers read one element instead of copying all.
        @inlinable get {
            switch action {
            case .payment: payment
            case .address: address
            case .masterPublicKey: masterPublicKey
            case .scanQR: scanQR
            case .login, .transfer, .transaction, .sign, .openHome, .openDapp, .withdraw, .channel, .askServer,
                .delegate, .claim, .contact:
                plain.contains(action) ? [] : nil
            }
        }
        set {
            switch action {
            case .payment: payment = newValue
            case .address: address = newValue
            case .masterPublicKey: masterPublicKey = newValue
            case .scanQR: scanQR = newValue
            case .login, .transfer, .transaction, .sign, .openHome, .openDapp, .withdraw, .channel, .askServer,
                .delegate, .claim, .contact:
                plain.removeAll { $0 == action }
                if newValue != nil { plain.append(action) }
            }
        }
    }

    /// The actions that links can ask for.
    public var keys: [Action] { Action.allCases.filter { self[$0] != nil } }

    /// The parameters of all actions, in the order of ``keys``.
    public var values: [[ParameterRule]] { Action.allCases.compactMap { self[$0] } }
}
