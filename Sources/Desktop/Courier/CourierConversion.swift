import CourierMessages
import SchemeRouter

extension NetworkAnswer {
    /// What a courier brought.
    init(_ answer: CourierAnswer) {
        self.init(
            status: Int(clamping: answer.status), headers: answer.headers.map { NetworkHeader($0.name, $0.value) },
            body: answer.body)
    }
}

extension NetworkError {
    /// Why a courier brought nothing. Its words pass through what cleans foreign text: it talks to strangers.
    init(_ failure: CourierFailure) {
        self.init(
            Code(rawValue: failure.code.rawValue) ?? .internalError, ForeignText(failure.message.utf8).text,
            mayHaveArrived: failure.sent == .maybe)
    }
}
