import RouterCourierMessages
import SchemeRouter

extension NetworkError {
    /// Why a courier brought nothing. Its words pass through what cleans foreign text: it talks to strangers.
    init(_ failure: CourierFailure) {
        self.init(
            Code(rawValue: failure.code.rawValue) ?? .internalError, ForeignText(failure.message.utf8).text,
            mayHaveArrived: failure.sent == .maybe)
    }
}
