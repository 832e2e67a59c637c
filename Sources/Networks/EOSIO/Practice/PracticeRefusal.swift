import SchemeRouter

extension ServiceError {
    /// The practice chain refuses, with the name (less `_exception`) and in the words of a node, so that it is told like
    /// one's refusal.
    static func refused(_ name: String, _ words: String) -> ServiceError {
        guard let error = SendFailure.error(NodeosFailure(name: name, detail: words)) else {
            preconditionFailure("this is not a refusal: \(name)")
        }
        return error
    }

    static func assertion(_ words: String) -> ServiceError {
        refused("eosio_assert_message", "assertion failure with message: \(words)")
    }
}

/// Refuses as ``ServiceError/refused(_:_:)`` says, unless something `holds`.
func require(_ holds: Bool, _ name: String, _ words: @autoclosure () -> String) throws(ServiceError) {
    guard holds else { throw .refused(name, words()) }
}
