/// What the person's own configuration says about asking and answering (S7).
public struct Settings: Sendable, Hashable {
    /// Actions that need the passcode although a confirmation would do.
    public var passcodeActions: Set<Action>
    /// Coins for which InstantSend is switched off.
    public var instantSendOff: Set<CoinID>
    /// Who may receive answers about practice money (S14): schemes of programs and hosts of servers, in lower case.
    public var practiceSenders: Set<String>
    /// Schemes, in lower case, whose askers are told that nothing came of a request the person saw.
    public var failureCallbacks: Set<String>
    /// What is forbidden whoever asks.
    public var policy: Policy

    /// Settings as given.
    public init(
        passcodeActions: Set<Action> = [], instantSendOff: Set<CoinID> = [], practiceSenders: Set<String> = [],
        failureCallbacks: Set<String> = [], policy: Policy = Policy()
    ) {
        self.passcodeActions = passcodeActions
        self.instantSendOff = instantSendOff
        self.practiceSenders = practiceSenders
        self.failureCallbacks = failureCallbacks
        self.policy = policy
    }
}
