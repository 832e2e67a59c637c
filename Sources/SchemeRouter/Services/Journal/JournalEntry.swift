public struct JournalEntry: Sendable, Hashable {
    /// Its number; later entries have higher ones.
    public let id: Int64
    /// When the link was seen.
    public let seen: UnixTime
    /// When the entry last changed.
    public internal(set) var changed: UnixTime
    public let request: JournalRequest
    /// The last step.
    public internal(set) var progress: Progress
    /// How it ended; nil if it has not ended.
    public internal(set) var end: JournalEnd?
    /// The approved amount: the request's, or the one that the person chose.
    public internal(set) var amount: Amount?
    /// The approved fee.
    public internal(set) var fee: Amount?
    /// The signed payment.
    public internal(set) var transaction: SignedTransaction?
    /// The outputs that it spends.
    public internal(set) var inputs: [Outpoint]
    /// The code that the requesting app received if its request was not carried out; nil for none.
    public internal(set) var toldFailure: FailureCode?
    /// Why the payment is no longer followed; nil while it is, or if it never was.
    public internal(set) var settlement: Settlement?
    /// The desktop id of the program that received the link; nil for none.
    public internal(set) var program: String?
    /// How far a node's wallet came with its signature; nil if the person's own keys sign.
    public internal(set) var nodeSignature: NodeSignature?

    /// The amount for people: the approved one, or else the request's; nil if it is not recorded. Of what another program
    /// received, ``amount`` is what counts toward limits, with fees, and without bound if it cannot be counted.
    public var shownAmount: Amount? {
        let amount = program == nil ? amount ?? request.amount : request.amount
        // Older versions recorded this as the request's amount, too.
        return amount == .largest ? nil : amount
    }

    /// The id of its transaction; nil if there is none, or if only a node's wallet knows it: a payment that a wallet was
    /// asked to sign may get another id by its signatures.
    public var transactionID: TransactionID? {
        let isUnproved = progress == .signed || settlement == .unwatched
        return nodeSignature == .asked && isUnproved ? nil : transaction?.id
    }

    /// How far an entry came.
    public enum Progress: String, Sendable, Hashable, CaseIterable {
        /// The link was read.
        case seen
        /// The person agreed.
        case approved
        /// The payment was signed.
        case signed
        /// The network accepted it.
        case sent
        /// The callback of a payment was about to be started.
        case calling
        /// The callback was started.
        case calledBack
    }

    public init(
        id: Int64, seen: UnixTime, changed: UnixTime, request: JournalRequest, progress: Progress, end: JournalEnd?,
        amount: Amount?, fee: Amount?, transaction: SignedTransaction?, inputs: [Outpoint],
        toldFailure: FailureCode? = nil, settlement: Settlement? = nil, program: String? = nil,
        nodeSignature: NodeSignature? = nil
    ) {
        self.nodeSignature = nodeSignature
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

/// The journal's record of a request: no message text, no keys.
public struct JournalRequest: Sendable, Hashable {
    /// The requested action.
    public let action: Action
    /// The scheme of the link, in lower case.
    public let scheme: String
    /// Fingerprint of the link (``RoutedLink/fingerprint``), which identifies repeated links.
    public let fingerprint: String
    /// The coin and network.
    public let chain: ChainID
    /// The sender in the link; nil if it has none.
    public let sender: String?
    /// The recipient of a payment.
    public internal(set) var recipient: String?
    /// The requested amount; nil if the person chooses it.
    public let amount: Amount?
    /// The account whose keys are requested.
    public let account: UInt32?
    /// What the requesting app is owed after the payment is sent; nil for nothing.
    public let reply: JournalReply?
    /// The entry of the payment that this one replaces with a higher fee; nil for all others. Both spend the same
    /// outputs, so at most one of them is confirmed.
    public let bumps: Int64?
    /// Who opened the link, as far as the desktop knows; nil if that is unknown.
    public let opener: Opener?

    public init(
        action: Action, scheme: String, fingerprint: String, chain: ChainID, sender: String?,
        recipient: String? = nil, amount: Amount? = nil, account: UInt32? = nil, reply: JournalReply? = nil,
        bumps: Int64? = nil, opener: Opener? = nil
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
        self.opener = opener
    }
}

/// What the requesting app is owed after its payment is sent, as stored in the journal.
///
/// Only the kind of reply is stored, never its text: the link's part of its reply – the beginning of a proof link, the
/// page that wakes a dapp – is the caller's text and is not kept (S6).
public enum JournalReply: String, Sendable, Hashable, CaseIterable {
    /// The reply to the sender that the link names. It contains only sender, address and transaction, so the journal
    /// can reproduce it. Stored with the word that the first journals had for it.
    case toSender = "payack"
    /// The proof of a payment (BIP321). Only the link contains its destination.
    case proof
    /// The reply to a dapp and its server. Only the link contains their addresses and the rest of the reply.
    case dapp

    /// Whether it can be given without the link.
    public var isInJournal: Bool { self == .toSender }
}

/// A step of an entry.
public enum JournalStep: Sendable, Hashable {
    /// The person agreed to exactly this.
    case approved(Intent)
    /// A node's wallet is about to sign this payment, whose bytes have no signatures; it spends `inputs`. A node could sign and
    /// send it from here on, whatever it answers, so the entry counts as signed. `signed` follows.
    case prepared(SignedTransaction, inputs: [Outpoint])
    /// A payment was signed; it spends `inputs`. From here on it may reach the network.
    case signed(SignedTransaction, inputs: [Outpoint])
    /// The network accepted the payment. This may also follow an end that gave it up: somebody kept a copy and sent it
    /// after all.
    case sent
    /// The requesting app is about to receive the answer about its payment. After a crash, only the person can find out
    /// whether it has, so this step may be repeated.
    case calling
    /// The callback was started.
    case calledBack
    /// Nothing more will happen.
    case ended(JournalEnd)
    /// A payment that the network had accepted is no longer followed, or one that was given up can never be confirmed,
    /// because another transaction took its money (``Settlement/replaced``). Nothing else changes.
    case settled(Settlement)
    /// The requesting app was told that its request was not carried out. Follows any end except `done`.
    case toldFailure(FailureCode)
}

/// How an entry ended.
public enum JournalEnd: String, Sendable, Hashable, CaseIterable {
    /// The request was carried out.
    case done
    /// Another wallet program received the link. Whether it paid is not known.
    case handedOver
    /// The person refused.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// Too many wrong passcodes were typed.
    case locked
    /// It could not be done; nothing was sent or shared.
    case failed
    /// A payment was sent and the answer is unknown. The entry stays undecided.
    case unknown
    /// The program ended before the link did. Nothing was signed; whether an answer was given, or whether another wallet
    /// received the link (``JournalEntry/isInterruptedHandOver``), is not known.
    case interrupted
    /// A payment was signed, the network does not have it, and the person gave it up. Its inputs can be spent again.
    case dropped
}

/// How far a node's wallet came with its signature of a payment.
public enum NodeSignature: String, Sendable, Hashable, CaseIterable {
    /// It was asked. The entry has the bytes without signatures.
    case asked
    /// It was given. The entry has the signed bytes.
    case given
}

/// Why a payment is no longer followed.
public enum Settlement: String, Sendable, Hashable, CaseIterable {
    /// It has six confirmations, or a lock prevents it from being replaced.
    case final
    /// Another transaction spends its inputs and is final.
    case replaced
    /// The network did not show it, and the person decided that it is no longer followed. Older versions decided that by
    /// the clock.
    case unwatched
}
