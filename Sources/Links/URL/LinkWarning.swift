/// Something odd about a link that is not a reason to reject it.
public struct LinkWarning: Sendable, Hashable {
    /// The kind. The raw values are those of `explain --json`.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The part after `#` was dropped.
        case fragmentIgnored
        /// The sender was followed by `://`.
        case senderSeparatorStripped
        /// A parameter is written as Axe Wallet's document prints it, `(req-)IS`
        /// (Documentation/protocols/dash-axe.md §1.2).
        case literalDocumentNotation
        /// A BIP70 payment request was not fetched; address and amount of the link are used.
        case paymentProtocolIgnored
        /// Invisible or reordering characters were removed from a text, or it was cut.
        case textSanitised
        /// The link asks for a proof of payment, and none is given.
        case proofIgnored
        /// The link offers a way to pay that cannot be read; the others can.
        case instructionIgnored
        /// The ways to pay that the link offers ask for slightly different amounts.
        case amountsDiffer
        /// The server of a dapp, or of a way to pay, is this computer.
        case serverIsLocal
        /// The connection to a dapp's server is not encrypted.
        case serverIsPlain
        /// A text that will be signed has characters that cannot be seen.
        case messageHasControls
        /// A text that will be signed looks like the digest of a transaction.
        case messageLooksLikeDigest
        /// A text that will be signed looks like a login.
        case messageLooksLikeLogin
        /// The link asks for InstantSend with a meaningless value.
        case lockValueIgnored = "instantSendValueIgnored"
        /// A call changes who may act for the account.
        case changesPermissions
        /// A call changes the program of the account.
        case changesContract
        /// A call makes a new account.
        case createsAccount
        /// A call gives something away for good.
        case givesAway
        /// A call gives up memory or stake of the account.
        case releasesResources
        /// A call approves or runs a transaction that is not shown.
        case approvesProposal
        /// An amount has a meaningless separator that could be mistaken for a decimal point.
        case amountIsOdd
        /// A link pays several recipients, which not all wallets support.
        case severalRecipients
        /// A link is for a test network.
        case testNetwork
        /// A link names no chain, so the wallet's own applies.
        case chainIsOpen
        /// A link is for a chain whose own coin may not be the scheme's.
        case otherChain
        /// An account is of an unknown kind and was not checked.
        case unknownTarget
        /// A parameter is outdated or risky.
        case parameterIsOdd
        /// Money also goes somewhere else.
        case paysBesides
        /// An address looks like one of another coin.
        case looksLikeOther
        /// No rule of the network says who may spend what an address receives.
        case unprotectedAddress
        /// Nothing in the link says what its amount counts.
        case unitIsUnknown
        /// An address expires.
        case addressEnds
        /// An address is only zeros, which nobody has the key of.
        case addressIsPlaceholder
        /// What is worth knowing of a kind of address.
        case addressNote
        /// What the person must know of every such link.
        case formNote
        /// A memo that everybody can read decides what becomes of the money.
        case carriesMemo
        /// The request says until when it is valid.
        case requestEnds
        /// A parameter by which the recipient tells whose payment it is, and which this wallet does not send.
        case referenceIgnored
        /// Something worth knowing was not checked.
        case notChecked
        /// A token or its contract has the same or a similar name as the chain's own one, but is a different one.
        case unusualToken
    }

    /// The kind.
    public let code: Code
    /// What it means, for people.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A server on this computer. A final dot of the host also ends the sentence.
    package static func serverIsLocal(_ what: String, _ server: String) -> LinkWarning {
        LinkWarning(.serverIsLocal, "\(what): \(server)\(server.hasSuffix(".") ? "" : ".")")
    }

    /// A token with the same letters as the chain's own one.
    public static func unusualToken(_ token: String, of contract: String) -> LinkWarning {
        LinkWarning(
            .unusualToken,
            "This is not the chain's own \(token), but a token of the contract \(contract) with the same name.")
    }

    /// A contract with a name similar to that of the chain's own token.
    public static func lookalike(_ contract: String) -> LinkWarning {
        LinkWarning(
            .unusualToken,
            "The contract \(contract) is not the contract of the chain's own token, but its name is almost the same.")
    }
}
