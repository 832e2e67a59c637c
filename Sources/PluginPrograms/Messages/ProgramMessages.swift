import ExactJSON
import SchemeRouter

/// Everything that a program receives: the link, what its descriptor says about the coin, and the amount that the
/// person typed. It never receives an address, key or coin of the wallet, or anything of another link (S8).
enum ProgramMessages {
    /// The requests to a program, by the name of the member in request and response.
    static let methods = ["hello", "request", "question", "pay", "address", "key", "reply"]

    /// A link and the pieces into which its grammar splits it.
    static func request(_ link: RoutedLink, _ pieces: LinkPieces) -> JSON {
        JSON([
            "scheme": link.scheme.name, "grammar": link.scheme.grammar.rawValue,
            "body": String(decoding: link.bytes[link.body], as: UTF8.self), "start": link.body.lowerBound,
            "asks": pieces.action.rawValue, "address": pieces.address.map { piece($0) },
            "parameters": pieces.parameters.map { piece($0.text, $0.range, name: $0.name, isRequired: $0.isRequired) },
            "ignored": pieces.ignored, "coin": coin(link.coin), "chain": link.network.rawValue,
            "network": link.parameters.map { network($0) },
        ])
    }

    static func question(_ request: PaymentRequest, on chain: ChainFacts) -> JSON {
        JSON(["request": payment(request), "chain": self.chain(chain)])
    }

    static func pay(_ request: PaymentRequest, answers: Answers, on chain: ChainFacts) -> JSON {
        JSON([
            "request": payment(request), "answers": JSON(["amount": answers.amount.map(amount)]),
            "chain": self.chain(chain),
        ])
    }

    static func address(_ request: RequestHeader, on chain: ChainFacts) -> JSON {
        JSON(["request": header(request), "chain": self.chain(chain)])
    }

    static func key(_ request: KeyRequest, on chain: ChainFacts) -> JSON {
        JSON(["request": header(request.header).adding(["account": request.account]), "chain": self.chain(chain)])
    }

    static func reply(_ request: ReplyRequest, _ ending: Ending) -> JSON {
        JSON([
            "ending": ending.word, "asks": request.action.rawValue, "scheme": request.scheme, "sender": request.sender,
            "recipient": request.recipient, "account": request.account,
        ])
    }

    /// The fields of a reply; nil if they are not valid fields.
    static func fields(_ json: JSON) -> [ReplyField]? {
        json["fields"]?.elements { field in
            guard let name = field["name"]?.string else { return nil }
            switch (field["text"], field["blank"]) {
            case (.string(let text)?, nil): return ReplyField(name, .text(text))
            case (nil, .string(let blank)?): return ReplyBlank(named: blank).map { ReplyField(name, .blank($0)) }
            default: return nil
            }
        }
    }

    /// The program's words, quoted in our own sentence.
    static func says(_ text: JSON?, _ program: PluginProgram) -> String {
        let said = Quoted(text?.string ?? "", limit: 300)
        guard !said.isEmpty else { return "The plugin program \(program.text) refused without a reason." }
        return "The plugin program \(program.text) says: \(said)"
    }

    /// The program's advice, quoted in our own sentence; nil if there is none.
    static func adds(_ text: JSON?) -> String? {
        let said = Quoted(text?.string ?? "", limit: 300)
        return said.isEmpty ? nil : "It adds: \(said)"
    }

    /// Amounts are strings of digits, in the smallest unit: not every JSON parser supports integers (S9).
    static func amount(_ amount: Amount) -> String { String(amount.units) }

    private static func coin(_ coin: CoinDescriptor) -> JSON {
        JSON([
            "id": coin.id.name, "title": coin.title, "ticker": coin.ticker, "unit": coin.unit,
            "decimals": coin.decimals, "maxMoney": amount(coin.maxMoney), "dust": amount(coin.dust),
        ])
    }

    private static func network(_ network: NetworkParameters) -> JSON {
        let numbers = network.numbers
        return JSON([
            "p2pkh": numbers.map { Int($0.p2pkh) }, "p2sh": numbers?.p2sh.map { Int($0) }, "bech32": numbers?.bech32,
            "coinType": network.coinType,
        ])
    }

    private static func chain(_ chain: ChainFacts) -> JSON {
        JSON(["coin": chain.id.coin.name, "chain": chain.id.network.rawValue, "practice": chain.id.isPractice])
    }

    private static func header(_ header: RequestHeader) -> JSON {
        JSON(["scheme": header.scheme, "sender": header.sender?.scheme])
    }

    private static func payment(_ request: PaymentRequest) -> JSON {
        header(request.header).adding([
            "address": request.address, "amount": request.amount.map(amount), "label": request.label?.text,
            "message": request.message?.text,
        ])
    }

    private static func piece(_ piece: LinkPieces.Piece) -> JSON {
        JSON(["value": piece.text, "range": [piece.range.lowerBound, piece.range.upperBound]])
    }

    private static func piece(_ text: String, _ range: Range<Int>, name: String, isRequired: Bool) -> JSON {
        JSON(["name": name, "value": text, "range": [range.lowerBound, range.upperBound], "required": isRequired])
    }
}

/// The payment that a program proposes.
struct ProgramProposal {
    let recipient: String
    let amount: Amount

    init?(_ json: JSON) {
        guard let recipient = json["recipient"]?.string, let amount = json["amount"].flatMap({ Amount(digits: $0) })
        else { return nil }
        self.recipient = recipient
        self.amount = amount
    }
}

extension Amount {
    /// An amount as written in messages.
    init?(digits json: JSON) {
        guard let text = json.string, let units = Int64(text), String(units) == text else { return nil }
        self.init(units: units)
    }
}

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

/// Meaningless members that are sent now and then, so that programs do not rely on their absence: members that a later
/// version adds must not break today's programs.
enum Grease {
    /// Whether a message contains one: one in three does.
    static func isDue(_ id: Int64) -> Bool { id % 3 == 1 }

    /// The message with a member that no program knows.
    static func added(to message: JSON) -> JSON {
        let values: [JSON] = [.null, .bool(true), .string("ignore me"), .array([.number(7)]), .object([("a", .null)])]
        let name = "grease-" + String(UInt32.random(in: .min ... .max), radix: 16)
        return .object((message.members ?? []) + [(name, values.randomElement() ?? .null)])
    }
}
