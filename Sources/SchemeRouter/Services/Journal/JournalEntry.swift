/// One line of the journal.
public struct JournalEntry: Sendable, Hashable {
    /// Its number; later entries have higher ones.
    public let id: Int64
    /// When the link was seen.
    public let seen: UnixTime
    /// When the entry last went a step further.
    public internal(set) var changed: UnixTime
    /// What was asked.
    public let request: JournalRequest
    /// The last step that was taken.
    public internal(set) var progress: Progress
    /// How it ended; nil while it has not.
    public internal(set) var end: JournalEnd?
    /// The amount that was approved, which is the request's unless the person gave it.
    public internal(set) var amount: Amount?
    /// The fee that was approved.
    public internal(set) var fee: Amount?
    /// The signed payment.
    public internal(set) var transaction: SignedTransaction?
    /// The outputs it spends.
    public internal(set) var inputs: [Outpoint]
    /// What the requesting app was told where nothing came of its request; nil where it was told nothing.
    public internal(set) var toldFailure: FailureCode?
    /// Why the payment is no longer followed; nil while it is, and for what never was.
    public internal(set) var settlement: Settlement?
    /// The desktop id of the program that the person gave the link to; nil where they gave it to none.
    public internal(set) var program: String?

    /// How far an entry came.
    public enum Progress: String, Sendable, Hashable, CaseIterable {
        /// The link was read.
        case seen
        /// The person agreed.
        case approved
        /// The payment was signed.
        case signed
        /// The network took it.
        case sent
        /// The callback of a payment was about to be started.
        case calling
        /// The callback was started.
        case calledBack
    }

    /// Creates an entry.
    public init(
        id: Int64, seen: UnixTime, changed: UnixTime, request: JournalRequest, progress: Progress, end: JournalEnd?,
        amount: Amount?, fee: Amount?, transaction: SignedTransaction?, inputs: [Outpoint],
        toldFailure: FailureCode? = nil, settlement: Settlement? = nil, program: String? = nil
    ) {
        self.id = id
        self.seen = seen
        self.changed = changed
        self.request = request
        self.progress = progress
        self.end = end
        self.amount = amount
        self.fee = fee
        self.transaction = transaction
        self.inputs = inputs
        self.toldFailure = toldFailure
        self.settlement = settlement
        self.program = program
    }
}

/// What a request says about itself in the journal: no message text, no keys.
public struct JournalRequest: Sendable, Hashable {
    /// What was asked for.
    public let action: Action
    /// The scheme of the link, in lower case.
    public let scheme: String
    /// Fingerprint of the link (``RoutedLink/fingerprint``): the same link again has the same one.
    public let fingerprint: String
    /// The coin and network.
    public let chain: ChainID
    /// Who asked, as the link says; nil where it does not.
    public let sender: String?
    /// The recipient of a payment.
    public let recipient: String?
    /// The amount that was asked for; nil where the person gives it.
    public let amount: Amount?
    /// The account whose keys were asked for.
    public let account: UInt32?
    /// What the requesting app is owed once the payment is out; nil where it is owed nothing.
    public let reply: JournalReply?
    /// The entry of the payment whose place this one is to take, with a higher fee; nil for all others. Both spend the
    /// same, so that one of them is paid at most.
    public let bumps: Int64?

    /// Creates a request.
    public init(
        action: Action, scheme: String, fingerprint: String, chain: ChainID, sender: String?,
        recipient: String? = nil, amount: Amount? = nil, account: UInt32? = nil, reply: JournalReply? = nil,
        bumps: Int64? = nil
    ) {
        self.action = action
        self.scheme = scheme
        self.fingerprint = fingerprint
        self.chain = chain
        self.sender = sender
        self.recipient = recipient
        self.amount = amount
        self.account = account
        self.reply = reply
        self.bumps = bumps
    }
}

/// What a requesting app is owed once its payment is out, as the journal has it.
///
/// It names the kind and never the words: what a link says of its reply – the beginning of a proof's link, the page that
/// wakes a dapp – is a text of the caller's and is not kept (S6).
public enum JournalReply: String, Sendable, Hashable, CaseIterable {
    /// The `payack` of the dash family. Sender, address and transaction are all it says, so the journal can write it again.
    case payack
    /// The proof of a payment (BIP321). Only the link says where it goes.
    case proof
    /// The reply to a dapp and to its server. Only the link says where they go, and what else is in them.
    case dapp

    /// Whether it can be given without the link.
    public var isInJournal: Bool { self == .payack }
}

/// A step an entry takes.
public enum JournalStep: Sendable, Hashable {
    /// The person agreed to exactly this.
    case approved(Intent)
    /// A payment was signed; it spends `inputs`. From here on it may reach the network.
    case signed(SignedTransaction, inputs: [Outpoint])
    /// The network took the payment. It may also follow an end by which it was given up: somebody kept a copy, and sent
    /// it after all.
    case sent
    /// The requesting app is about to get the answer to its payment. After a crash it may have it or not, and only the person
    /// can find out; so this step may be taken again.
    case calling
    /// The callback was started.
    case calledBack
    /// Nothing more will happen.
    case ended(JournalEnd)
    /// A payment that the network had taken is no longer followed. Nothing else changes.
    case settled(Settlement)
    /// The requesting app was told that nothing came of its request. It follows an end other than done.
    case toldFailure(FailureCode)
}

/// How an entry ended.
public enum JournalEnd: String, Sendable, Hashable, CaseIterable {
    /// What was asked for was done.
    case done
    /// Another wallet program got the link. Whether it paid is not known.
    case handedOver
    /// The person refused.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// It could not be done; nothing was sent or told.
    case failed
    /// A payment was sent and the answer is unknown. The entry stays undecided.
    case unknown
    /// The program ended before the link did. Nothing was signed; whether an answer was given is not known.
    case interrupted
    /// A payment was signed, the network does not have it, and the person gave it up. Its inputs are free again.
    case dropped
}

/// Why a payment is no longer followed.
public enum Settlement: String, Sendable, Hashable, CaseIterable {
    /// Six blocks confirm it, or a lock keeps it from being replaced.
    case final
    /// Another transaction spends its money, and is final.
    case replaced
    /// It is older than ``JournalEntry/longestFollowed``, or from before payments were followed.
    case unwatched
}
