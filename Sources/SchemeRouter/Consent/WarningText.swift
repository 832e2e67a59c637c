/// The text about the warnings of a link, in the same order and with the same emphasis everywhere: in a consent,
/// whichever wallet carries out the link, and in `router explain`.
public struct WarningText {
    let warnings: [LinkWarning]

    /// Creates the text. Duplicate warnings are shown once.
    public init(_ warnings: [LinkWarning]) {
        var all: [LinkWarning] = []
        for warning in warnings where !all.contains(warning) { all.append(warning) }
        self.warnings = all
    }

    /// All warnings, risks first.
    public var paragraphs: [Paragraph] { risks + others }

    /// Warnings about what can cost the person more than it seems; shown before the request.
    var risks: [Paragraph] { warnings.filter(\.code.isRisk).map { "Warning: \(own: $0.message)" } }

    /// All other warnings.
    var others: [Paragraph] { warnings.filter { !$0.code.isRisk }.map { "Note: \(own: $0.message)" } }
}

extension LinkWarning.Code {
    /// Whether it can cost the person more than it seems.
    var isRisk: Bool {
        switch self {
        case .changesPermissions, .changesContract, .createsAccount, .givesAway, .releasesResources, .approvesProposal,
            .unusualToken, .messageHasControls, .messageLooksLikeDigest, .messageLooksLikeLogin, .unprotectedAddress,
            .addressIsPlaceholder, .unitIsUnknown, .carriesMemo, .referenceIgnored:
            true
        case .fragmentIgnored, .senderSeparatorStripped, .literalDocumentNotation, .paymentProtocolIgnored,
            .textSanitised,
            .proofIgnored, .instructionIgnored, .amountsDiffer, .serverIsLocal, .serverIsPlain, .lockValueIgnored,
            .amountIsOdd, .severalRecipients, .testNetwork, .chainIsOpen, .otherChain, .unknownTarget, .parameterIsOdd,
            .paysBesides, .looksLikeOther, .notChecked, .addressEnds, .addressNote, .formNote,
            .requestEnds:
            false
        }
    }
}
