import SchemeRouter
import Synchronization

/// A launcher that knows one program and keeps what it was asked to open.
public final class FakeLauncher: Launcher {
    public let program: ReceivingProgram?
    public let refusal: LaunchError?
    public let notFound: LaunchError?
    public let opened = Mutex<[String]>([])

    /// - Parameters:
    ///   - refusal: why it starts nothing; nil where it starts everything.
    ///   - notFound: why it does not even find the program.
    public init(
        program: ReceivingProgram? = .demo, refusing refusal: LaunchError? = nil,
        notFinding notFound: LaunchError? = nil
    ) {
        self.program = program
        self.refusal = refusal
        self.notFound = notFound
    }

    public func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? {
        if let notFound { throw notFound }
        return program
    }

    public func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        if let refusal { throw refusal }
        opened.withLock { $0.append(callback) }
    }
}
