import ExactJSON
import RouterBytes

extension WindowOrder {
    /// One line of JSON, with its line feed.
    public var line: [UInt8] { json.bytes + [0x0A] }

    private var json: JSON {
        switch self {
        case .ask(let question): JSON(["order": "ask", "question": question.json])
        case .again(let id, let nonce, let mistake):
            JSON(["order": "again", "id": id, "nonce": nonce, "mistake": mistake])
        case .finish: JSON(["order": "finish"])
        }
    }

    /// Reads a line without its line feed.
    public init(line: [UInt8]) throws(WindowProtocolError) {
        let json = try JSON(window: line, longest: WindowProtocol.longestOrder)
        switch json["order"]?.string {
        case "ask": self = .ask(try WindowQuestion(json: try json.needed("question")))
        case "again":
            self = .again(
                id: try json.whole("id"), nonce: try json.text("nonce"), mistake: try json.text("mistake"))
        case "finish": self = .finish
        default: throw .wrong("order")
        }
    }
}

extension WindowReport {
    /// One line of JSON, with its line feed.
    public var line: [UInt8] { json.bytes + [0x0A] }

    private var json: JSON {
        switch self {
        case .ready(let version): JSON(["report": "ready", "version": version])
        case .alive: JSON(["report": "alive"])
        case .answer(let id, let nonce, let answer):
            JSON(["report": "answer", "id": id, "nonce": nonce]).adding(answer.json)
        }
    }

    /// Reads a line without its line feed.
    public init(line: [UInt8]) throws(WindowProtocolError) {
        let json = try JSON(window: line, longest: WindowProtocol.longestReport)
        switch json["report"]?.string {
        case "ready": self = .ready(version: try json.whole("version"))
        case "alive": self = .alive
        case "answer":
            self = .answer(id: try json.whole("id"), nonce: try json.text("nonce"), try WindowAnswer(json: json))
        default: throw .wrong("report")
        }
    }
}

extension WindowAnswer {
    fileprivate var json: JSON {
        switch self {
        case .agreed: JSON(["answer": "agreed"])
        case .refused: JSON(["answer": "refused"])
        case .otherwise: JSON(["answer": "otherwise"])
        case .selected(let position): JSON(["answer": "selected", "position": position])
        case .typed(let text): JSON(["answer": "typed", "text": text])
        case .secret(let bytes): JSON(["answer": "secret", "bytes": bytes])
        case .timedOut: JSON(["answer": "timed-out"])
        }
    }

    fileprivate init(json: JSON) throws(WindowProtocolError) {
        switch json["answer"]?.string {
        case "agreed": self = .agreed
        case "refused": self = .refused
        case "otherwise": self = .otherwise
        case "selected": self = .selected(try json.whole("position"))
        case "typed":
            // Whatever the person typed; its reader judges it.
            guard let text = json["text"]?.string else { throw .wrong("text") }
            self = .typed(text)
        case "secret": self = .secret(bytes: try json.whole("bytes"))
        case "timed-out": self = .timedOut
        default: throw .wrong("answer")
        }
    }
}

extension WindowQuestion {
    fileprivate var json: JSON {
        var json = JSON([
            "id": id, "nonce": nonce, "title": title, "agree": agree, "refuse": refuse, "mistake": mistake,
            "seconds": seconds, "subject": content.subject.rawValue, "practice": content.isPractice,
            "heading": content.heading.map(\.json), "groups": content.groups.map { JSON.array($0.map(\.json)) },
        ])
        switch form {
        case .confirm(let typed): json.add(["form": "confirm", "typed": typed])
        case .secret(let label): json.add(["form": "secret", "label": label])
        case .line(let label): json.add(["form": "line", "label": label])
        case .choose(let otherwise): json.add(["form": "choose", "otherwise": otherwise])
        case .select(let options): json.add(["form": "select", "options": options.map(\.json)])
        case .tell: json.add(["form": "tell"])
        }
        return json
    }

    fileprivate init(json: JSON) throws(WindowProtocolError) {
        let form: Form
        switch json["form"]?.string {
        case "confirm": form = .confirm(typed: try json.optionalText("typed"))
        case "secret": form = .secret(label: try json.text("label"))
        case "line": form = .line(label: try json.text("label"))
        case "choose": form = .choose(otherwise: try json.text("otherwise"))
        case "select":
            var options: [WindowOption] = []
            for option in try json.list("options") { options.append(try WindowOption(json: option)) }
            form = .select(options)
        case "tell": form = .tell
        default: throw .wrong("form")
        }
        guard let subject = DialogueContent.Subject(rawValue: try json.text("subject")) else { throw .wrong("subject") }
        guard case .bool(let isPractice) = json["practice"] else { throw .wrong("practice") }
        var groups: [[DialogueParagraph]] = []
        for group in try json.list("groups") { groups.append(try DialogueParagraph.list(group)) }
        self.init(
            id: try json.whole("id"), nonce: try json.text("nonce"), form: form, title: try json.text("title"),
            content: DialogueContent(
                subject: subject, isPractice: isPractice,
                heading: try DialogueParagraph.list(try json.needed("heading")), groups: groups),
            agree: try json.text("agree"), refuse: try json.text("refuse"),
            mistake: try json.optionalText("mistake"), seconds: try json.whole("seconds"))
    }
}

extension WindowOption {
    fileprivate var json: JSON { JSON(["label": label, "detail": detail, "icon": icon]) }

    fileprivate init(json: JSON) throws(WindowProtocolError) {
        self.init(
            label: try json.text("label"), detail: try json.optionalText("detail"),
            icon: try json.optionalText("icon"))
    }
}

extension DialogueParagraph {
    fileprivate var json: JSON {
        let runs = runs.map { run in
            let (whose, text) =
                switch run {
                case .own(let text): ("own", text)
                case .amount(let text): ("amount", text)
                case .address(let text): ("address", text)
                case .quoted(let text): ("quoted", text)
                }
            return JSON([whose: text])
        }
        return JSON(["role": role.rawValue, "runs": runs])
    }

    fileprivate static func list(_ json: JSON) throws(WindowProtocolError) -> [DialogueParagraph] {
        guard let elements = json.elements else { throw .wrong("paragraphs") }
        var list: [DialogueParagraph] = []
        for element in elements {
            guard let role = Role(rawValue: try element.text("role")) else { throw .wrong("role") }
            var runs: [Run] = []
            for run in try element.list("runs") { runs.append(try self.run(run)) }
            list.append(DialogueParagraph(role, runs))
        }
        return list
    }

    private static func run(_ json: JSON) throws(WindowProtocolError) -> Run {
        guard let members = json.members, members.count == 1, let text = members[0].value.string,
            text.isShownAsItIs
        else {
            throw .wrong("runs")
        }
        switch members[0].name {
        case "own": return .own(text)
        case "amount": return .amount(text)
        case "address": return .address(text)
        case "quoted": return .quoted(text)
        default: throw .wrong("runs")
        }
    }
}

extension JSON {
    /// Values nest no deeper than a run in a paragraph in a group in a question.
    fileprivate init(window line: [UInt8], longest: Int) throws(WindowProtocolError) {
        do throws(JSONError) {
            try self.init(reading: line, limits: JSONLimits(bytes: longest, depth: 10))
        } catch {
            throw WindowProtocolError(description: "is no JSON: \(error.message)")
        }
    }

    fileprivate func needed(_ name: String) throws(WindowProtocolError) -> JSON {
        guard let value = self[name] else { throw .wrong(name) }
        return value
    }

    fileprivate func text(_ name: String) throws(WindowProtocolError) -> String {
        guard let text = self[name]?.string, text.isShownAsItIs else { throw .wrong(name) }
        return text
    }

    fileprivate func optionalText(_ name: String) throws(WindowProtocolError) -> String? {
        switch self[name] {
        case nil, .null: return nil
        case .string(let text) where text.isShownAsItIs: return text
        default: throw .wrong(name)
        }
    }

    fileprivate func list(_ name: String) throws(WindowProtocolError) -> [JSON] {
        guard let elements = self[name]?.elements else { throw .wrong(name) }
        return elements
    }

    /// A whole number that is not negative.
    fileprivate func whole(_ name: String) throws(WindowProtocolError) -> Int {
        guard case .number(let number) = self[name], let value = Int(number.text), value >= 0 else {
            throw .wrong(name)
        }
        return value
    }
}

extension String {
    /// Whether nothing in it is invisible, moves other text or ends it: the asker has made all of that visible (S1).
    fileprivate var isShownAsItIs: Bool {
        unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.isUnambiguouslyVisible) }
    }
}

extension WindowProtocolError {
    fileprivate static func wrong(_ name: String) -> WindowProtocolError {
        WindowProtocolError(description: "has no valid “\(name)”")
    }
}
