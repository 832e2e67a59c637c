/// What an Electrum server of a soak says and does that is not so.
enum Lie: String, CaseIterable, Sendable {
    /// It is not there: it closes each connection.
    case away
    /// It takes connections and never answers.
    case silent
    /// It passes a payment on, and closes the connection instead of saying so.
    case passesOnAndHangsUp
    /// It closes the connection when it is sent a payment, and drops that.
    case dropsAndHangsUp
    /// It passes a payment on, and says that it does not know it.
    case denies
    /// It says that it took a payment, drops it, and shows it as waiting for a block.
    case pretends
    /// The same, and shows it in blocks.
    case pretendsBlocks
    /// It says that the network has each payment already, and drops it.
    case pretendsKnown
    /// It refuses payments.
    case refuses
    /// It says that it refuses payments, and passes them on at once.
    case refusesAndPassesOn
    /// It says that it refuses payments, keeps them, and passes them on at some time.
    case refusesAndKeeps
    /// It says that the money of payments is spent, and keeps them.
    case saysSpent
    /// It answers as it would have some payments ago.
    case old
    /// It shows everything in blocks of long ago, and blocks that are not there.
    case blocks
    /// It shows everything as waiting for a block.
    case noBlocks
    /// Some of its answers are nonsense.
    case nonsense
    /// It gives other bytes for transactions.
    case otherBytes
    /// It passes payments on and says that they have another id.
    case otherID
    /// It has absurd fees.
    case fees
    /// It lists outputs that are not there.
    case invents
    /// It hides half of the outputs that there are.
    case hides

    /// Whether asking it takes seconds.
    var isSlow: Bool { self == .silent }
}
