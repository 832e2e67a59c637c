import SchemeRouter

extension ServiceError {
    /// A refusal by the practice chain, with a node's name for it (less `_exception`) and a node's words, so that it is
    /// reported like a node's refusal.
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

/// Throws ``ServiceError/refused(_:_:)`` unless the condition `holds`.
func require(_ holds: Bool, _ name: String, _ words: @autoclosure () -> String) throws(ServiceError) {
    guard holds else { throw .refused(name, words()) }
}
