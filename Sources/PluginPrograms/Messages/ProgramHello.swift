import ExactJSON
import SchemeRouter

/// A program's description of itself, before it receives any link. Unknown members are ignored.
public struct ProgramHello: Sendable {
    /// The version of the protocol. Programs of version 1 work as they are: the only difference is that nobody asks them
    /// any longer whether a text is an address.
    public static let version: Int64 = 2

    /// Its own name.
    public let name: ForeignText
    /// The grammars whose links it reads, and the `req-` parameters that it honours in them (S3).
    public let grammars: [(grammar: SchemeDescriptor.Grammar, understood: Set<ParameterName>)]
    /// The reply forms that it supports.
    public let forms: [ReplyForm]

    /// The grammars for programs: links of the others cannot be split into pieces.
    static let readable: [SchemeDescriptor.Grammar] = [.authorityParameters, .bip21]
    /// The parameters that can be honoured here. The others need something that programs cannot do.
    static let honourable: Set<ParameterName> = [.pay, .request, .sender, .account, .amount, .label, .message]

    /// The request for the description.
    static var request: JSON { Grease.added(to: JSON(["hello": JSON(["version": version])])) }

    init(_ answer: JSON, of program: PluginProgram) throws(ProgramFailure) {
        guard let hello = answer["hello"], hello.members != nil else {
            throw program.failure(.nonsense, "did not answer “hello”")
        }
        guard let version = hello["version"]?.integer else {
            throw program.failure(.nonsense, "does not give its protocol version")
        }
        guard (1...Self.version).contains(version) else {
            throw program.failure(
                .wrongVersion, "uses protocol version \(version) instead of 1 to \(Self.version)")
        }
        guard let name = (hello["name"] ?? .string("")).string else {
            throw program.failure(.nonsense, "has a “name” that is not text")
        }
        self.name = ForeignText(name.utf8, limit: 60)
        guard let listed = hello["grammars"]?.members else {
            throw program.failure(.nonsense, "does not list the “grammars” it reads")
        }
        var grammars: [(grammar: SchemeDescriptor.Grammar, understood: Set<ParameterName>)] = []
        for (name, value) in listed {
            guard let understood = value["understood"]?.texts else {
                throw program.failure(.nonsense, "does not list what it has “understood” in \(Quoted(name, limit: 40))")
            }
            guard let grammar = Self.readable.first(where: { $0.rawValue.isSame(name) }) else { continue }
            let names = understood.compactMap { ParameterName(named: $0) }
            grammars.append((grammar, Self.honourable.intersection(names)))
        }
        self.grammars = grammars
        var forms: [ReplyForm] = []
        let replies = hello["replies"] ?? .array([])
        for value in replies.elements ?? [replies] {
            guard let form = ReplyForm(value), !forms.contains(where: { $0.name.isSame(form.name) }) else {
                throw program.failure(.nonsense, "has “replies” that are not reply forms")
            }
            let isTrue = form.results.allSatisfy { name, blank in
                ![.txid, .transaction].contains { $0 != blank && $0.rawValue == name.lowercased() }
            }
            guard isTrue else {
                throw program.failure(.lied, "uses “txid” or “transaction” for another result in its replies")
            }
            forms.append(form)
        }
        self.forms = forms
    }

    func supportedRequiredParameters(in grammar: SchemeDescriptor.Grammar) -> Set<ParameterName>? {
        grammars.first { $0.grammar == grammar }?.understood
    }
}

extension ReplyForm {
    fileprivate convenience init?(_ json: JSON) {
        guard let name = json["name"]?.string, let fields = json["fields"]?.texts,
            let listed = json["results"]?.members, let words = json["words"], words.members != nil
        else { return nil }
        var results: [(name: String, blank: ReplyBlank)] = []
        for (name, value) in listed {
            guard let blank = value.string.flatMap({ ReplyBlank(named: $0) }) else { return nil }
            results.append((name, blank))
        }
        func list(_ ending: Ending) -> [String]? { words[ending.word].map(\.texts) ?? [] }
        guard let done = list(.done), let unknown = list(.unknown) else { return nil }
        // Only the program knows its words before it runs. They must be too few and too short to carry what it found on
        // this computer or to look like a payment, and an unknown outcome must not be reported as a payment.
        func lower(_ words: [String]) -> Set<String> { Set(words.map { $0.lowercased() }) }
        guard fields.count + listed.count <= 16, done.count <= 8, unknown.count <= 8,
            (fields + results.map(\.name) + done + unknown).allSatisfy(\.isShortWord),
            lower(done).isDisjoint(with: lower(unknown)),
            lower(fields).isDisjoint(with: [ReplyBlank.txid.rawValue, ReplyBlank.transaction.rawValue])
        else { return nil }
        self.init(
            name: name, fields: fields, results: results, done: done, declined: [], failed: [], unknown: unknown)
    }
}

extension String {
    /// At most 24 letters, digits, `-`, `_` and `.`.
    fileprivate var isShortWord: Bool {
        (1...24).contains(utf8.count)
            && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
    }
}

extension Ending {
    /// Its name in messages, for the endings that programs are asked about.
    var word: String { self == .done ? "done" : "unknown" }
}

extension JSON {
    /// The texts in a list; nil if it is not a list of texts.
    var texts: [String]? { elements(\.string) }

    var integer: Int64? {
        guard case .number(let number) = self else { return nil }
        return Int64(number.text)
    }

    /// The same without null members, at any depth: they count as missing.
    var withoutNulls: JSON {
        switch self {
        case .object(let members):
            .object(members.compactMap { $0.value == .null ? nil : ($0.name, $0.value.withoutNulls) })
        case .array(let values): .array(values.map(\.withoutNulls))
        default: self
        }
    }
}
