import SchemeRouter
import Synchronization

/// Wallet programs that are said to be there; it keeps what they were given.
public final class FakeWallets: WalletPrograms {
    public struct Given: Sendable, Equatable {
        public let link: String
        public let scheme: String
        public let program: String

        public init(link: String, scheme: String, program: String) {
            self.link = link
            self.scheme = scheme
            self.program = program
        }
    }

    public let programs: [WalletProgram]
    public let given = Mutex<[Given]>([])
    let end: Result<HandOverEnd, LaunchError>

    public init(_ programs: [WalletProgram] = [], end: Result<HandOverEnd, LaunchError> = .success(.started)) {
        self.programs = programs
        self.end = end
    }

    public func candidates(forScheme scheme: String) -> [WalletProgram] {
        programs.filter { $0.schemes.contains(scheme) }
    }

    public func open(
        _ link: String, scheme: String, with program: WalletProgram
    ) async throws(LaunchError) -> HandOverEnd {
        given.withLock { $0.append(Given(link: link, scheme: scheme, program: program.id)) }
        return try end.get()
    }
}

extension WalletProgram {
    /// A program of that name.
    public static func example(
        _ name: String, takes schemes: [String], origin: Origin = .entry
    ) -> WalletProgram {
        WalletProgram(
            id: "\(name).desktop",
            program: ReceivingProgram(
                name: name, desktopEntry: "/apps/\(name).desktop", executable: "/usr/bin/\(name)",
                fileIdentity: name), container: nil, schemes: schemes, origin: origin,
            source: "/apps/mimeinfo.cache")
    }
}

/// Keeps the rules that the person had written.
public final class FakeHandOverRules: HandOverRules {
    public let written = Mutex<[HandOverRule]>([])
    let failure: ServiceError?

    public init(failure: ServiceError? = nil) {
        self.failure = failure
    }

    public func line(for rule: HandOverRule) -> String { "- { to: \(rule.target) }" }

    public func remember(_ rule: HandOverRule) throws(ServiceError) -> String {
        if let failure { throw failure }
        written.withLock { $0.append(rule) }
        return "config.yaml:2"
    }
}
