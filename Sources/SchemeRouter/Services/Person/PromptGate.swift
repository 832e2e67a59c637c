/// Lets one link at a time ask the person.
public protocol PromptGate: Sendable {
    /// A pass that holds the gate until it is released; nil while another link has it.
    func enter() throws(ServiceError) -> (any AnyObject & Sendable)?
}
