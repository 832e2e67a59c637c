/// A callback with blanks: built and checked before the person is asked, completed after what was asked is done.
///
/// Its fields and their order are fixed here; values are percent-encoded, so that no value can add a field.
public struct CallbackTemplate: Sendable, Hashable {
    /// A value that is known only after the action.
    public enum Blank: String, Sendable, Hashable, CaseIterable {
        /// The id of the payment.
        case txid
        /// The whole signed transaction, in hex.
        case transaction
        /// A signature.
        case signature
        /// JSON with all that came of it.
        case payload
        /// An address of the wallet.
        case address
        /// The extended public key at `m/account'`.
        case masterPublicKeyBIP32
        /// The extended public key at `m/44'/coin'/account'`.
        case masterPublicKeyBIP44
    }

    /// The value of one field.
    public enum Value: Sendable, Hashable {
        /// Known already.
        case text(String)
        /// Filled in afterwards.
        case blank(Blank)
    }

    /// One `name=value`.
    public struct Field: Sendable, Hashable {
        /// The name, written as it is.
        public let name: String
        /// The value.
        public let value: Value

        /// A field as given.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// The scheme the callback goes to, as the request spelled it.
    public let scheme: String
    /// What stands before the fields; it begins with the scheme and a colon.
    public let opening: String
    /// The fields in their order.
    public let fields: [Field]
    /// What stands behind the fields.
    public let ending: String

    /// A callback of the form `scheme://fields`; the engine checks it against the request.
    public init(scheme: String, fields: [Field]) {
        self.scheme = scheme
        self.opening = "\(scheme)://"
        self.fields = fields
        self.ending = ""
    }

    /// A callback that appends fields to a link which was given; the engine checks it against the request.
    public init(scheme: String, opening: String, fields: [Field], ending: String) {
        self.scheme = scheme
        self.opening = opening
        self.fields = fields
        self.ending = ending
    }

    /// The callback that proves a payment (BIP321): what the link gave, and behind it the transaction.
    public init(_ proof: ProofOfPayment) {
        self.scheme = proof.scheme
        self.opening = proof.prefix
        self.fields = [Field(proof.instruction, .blank(.transaction))]
        self.ending = ""
    }

    /// The blanks that must be filled.
    public var blanks: Set<Blank> {
        fields.reduce(into: []) { blanks, field in
            if case .blank(let blank) = field.value { blanks.insert(blank) }
        }
    }

    /// `myapp://callback=payack&address=X…&txid={txid}`.
    public var description: String {
        write { blank in "{\(blank.rawValue)}" }
    }

    /// The callback with its blanks filled; nil where a value is missing.
    public func completed(with values: [Blank: String]) -> String? {
        guard blanks.allSatisfy({ values[$0] != nil }) else { return nil }
        return write { blank in PercentEncoding.encode(values[blank] ?? "") }
    }

    private func write(_ blank: (Blank) -> String) -> String {
        var text = opening
        for (position, field) in fields.enumerated() {
            if position > 0 { text += "&" }
            text += "\(field.name)="
            switch field.value {
            case .text(let value): text += PercentEncoding.encode(value)
            case .blank(let name): text += blank(name)
            }
        }
        return text + ending
    }
}

extension WalletRequest {
    /// The callback of the family that the descriptor names, or the proof that the link asks for; nil where there is
    /// neither.
    public var callbackTemplate: CallbackTemplate? {
        let header = header
        switch header.callbacks {
        case .dash where header.sender != nil: return DashCallbacks.template(for: self, header)
        case .dash, .simpleWallet, nil: break
        }
        guard case .payment(let payment) = self else { return nil }
        return payment.proof.map { CallbackTemplate($0) }
    }
}
