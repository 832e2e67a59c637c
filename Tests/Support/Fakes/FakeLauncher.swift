import SchemeRouter
import Synchronization

/// A launcher that knows one program and keeps what it was asked to open.
public final class FakeLauncher: Launcher {
    public let program: ReceivingProgram?
    public let refusal: LaunchError?
    public let opened = Mutex<[String]>([])

    public init(program: ReceivingProgram? = .demo, refusing refusal: LaunchError? = nil) {
        self.program = program
        self.refusal = refusal
    }

    public func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? { program }

    public func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        if let refusal { throw refusal }
        opened.withLock { $0.append(callback) }
    }
}
