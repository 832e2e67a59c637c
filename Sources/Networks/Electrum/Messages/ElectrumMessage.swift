import ExactJSON

/// A line from a server, parsed.
enum ElectrumMessage: Sendable {
    typealias Answer = Result<JSON, ElectrumError>

    /// The answer to the request with that id.
    case answer(Int, Answer)
    /// An unrequested notification.
    case notification(method: String, parameters: JSON?)
    /// An error that belongs to no particular request, such as one about a whole batch.
    case complaint(ElectrumError)

    /// More than any answer here needs: the largest transaction has 4,000,000 bytes, at two digits each.
    static let limits = JSONLimits(bytes: 16 * 1024 * 1024, depth: 32)

    /// Reads a line: one message, or a batch of them. Nil if it is anything else.
    static func read(_ line: [UInt8]) -> [ElectrumMessage]? {
        guard let json = try? JSON(reading: line, limits: limits) else { return nil }
        var messages: [ElectrumMessage] = []
        for item in json.elements ?? [json] {
            guard let message = ElectrumMessage(item) else { return nil }
            messages.append(message)
        }
        return messages
    }

    private init?(_ json: JSON) {
        guard json.members != nil else { return nil }
        if let method = json["method"]?.string {
            self = .notification(method: method, parameters: json["params"])
            return
        }
        let error = json["error"].flatMap { $0 == .null ? nil : ElectrumError($0) }
        if let id: Int = json["id"]?.wholeNumber() {
            self = .answer(id, error.map(Answer.failure) ?? .success(json["result"] ?? .null))
        } else if let error {
            self = .complaint(error)
        } else {
            return nil
        }
    }
}
