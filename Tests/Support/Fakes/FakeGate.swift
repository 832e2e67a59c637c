import SchemeRouter

/// A gate that is open, or not.
public struct FakeGate: PromptGate {
    public final class Pass: Sendable {}
    public let isOpen: Bool

    public init(isOpen: Bool = true) {
        self.isOpen = isOpen
    }

    public func enter() throws(ServiceError) -> (any AnyObject & Sendable)? {
        isOpen ? Pass() : nil
    }
}
