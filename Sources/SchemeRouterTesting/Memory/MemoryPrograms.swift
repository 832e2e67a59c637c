import SchemeRouter
import Synchronization

/// Programs that receive replies. It starts none, and records their callbacks.
public final class MemoryLauncher: Launcher {
    private let program: @Sendable (String) -> ReceivingProgram?
    private let refusal: LaunchError?
    private let notFound: LaunchError?
    private let callbacks = Mutex<[String]>([])

    /// A desktop with a program for each of these schemes, in lower case.
    public convenience init(_ schemes: [String]) {
        let known = Set(schemes)
        self.init { known.contains($0) ? .inMemory($0) : nil }
    }

    /// A desktop with these programs.
    /// - Parameters:
    ///   - refusal: why no program starts; nil if each does.
    ///   - notFound: why no program can even be looked up; nil if each can.
    ///   - program: the program of a scheme, which is in lower case; nil if none is installed.
    public init(
        refusing refusal: LaunchError? = nil, notFinding notFound: LaunchError? = nil,
        program: @escaping @Sendable (String) -> ReceivingProgram?
    ) {
        (self.refusal, self.notFound, self.program) = (refusal, notFound, program)
    }

    /// The callbacks that were delivered, oldest first.
    public var opened: [String] { callbacks.withLock { $0 } }

    public func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? {
        if let notFound { throw notFound }
        return program(scheme.lowercased())
    }

    /// Records the link that the program would be started with.
    public func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        if let refusal { throw refusal }
        guard program == self.program(scheme.lowercased()) else { throw .changed("\(scheme): has another program now") }
        callbacks.withLock { $0.append(callback) }
    }
}

extension ReceivingProgram {
    static func inMemory(_ scheme: String) -> ReceivingProgram {
        ReceivingProgram(
            name: scheme, desktopEntry: "/usr/share/applications/\(scheme).desktop", executable: "/usr/bin/\(scheme)",
            fileIdentity: scheme)
    }
}

/// Other wallets. It starts none, and records their links.
public final class MemoryWalletPrograms: WalletPrograms {
    /// A link that was handed over.
    public struct Given: Sendable, Hashable {
        public let link: String
        public let scheme: String
        /// The id of the program.
        public let program: String

        public init(link: String, scheme: String, program: String) {
            (self.link, self.scheme, self.program) = (link, scheme, program)
        }
    }

    public let programs: [WalletProgram]
    private let end: Result<HandOverEnd, LaunchError>
    private let links = Mutex<[Given]>([])

    /// A desktop with wallets, each of which opens the schemes that it declares.
    /// - Parameters:
    ///   - programs: the wallets, in the desktop's order of preference.
    ///   - end: how each start ends.
    public init(_ programs: [WalletProgram] = [], end: Result<HandOverEnd, LaunchError> = .success(.started)) {
        self.programs = programs
        self.end = end
    }

    /// What was handed over, oldest first.
    public var given: [Given] { links.withLock { $0 } }

    /// The links that were handed over, oldest first.
    public var opened: [String] { given.map(\.link) }

    public func candidates(forScheme scheme: String) -> [WalletProgram] {
        programs.filter { $0.schemes.contains(scheme) }
    }

    /// Records the link that the program would be started with.
    public func open(
        _ link: String, scheme: String, with program: WalletProgram
    ) async throws(LaunchError) -> HandOverEnd {
        links.withLock { $0.append(Given(link: link, scheme: scheme, program: program.id)) }
        return try end.get()
    }
}

public final class MemoryClipboard: Clipboard {
    private let content = Mutex<String?>(nil)

    /// An empty clipboard.
    public init() {}

    /// What was copied last.
    public var text: String? { content.withLock { $0 } }

    /// Replaces the text.
    public func copy(_ text: String) async throws(LaunchError) { content.withLock { $0 = text } }
}

/// Servers that respond as they were told.
public final class MemoryServers: NetworkClient {
    private let first: Mutex<[Result<NetworkAnswer, NetworkError>]>
    private let answer: NetworkAnswer
    private let asked = Mutex<[NetworkRequest]>([])

    /// Servers with these responses.
    /// - Parameters:
    ///   - first: to the first requests, one each.
    ///   - answer: to every other request; by default an empty success.
    public init(
        _ first: [Result<NetworkAnswer, NetworkError>] = [],
        answering answer: NetworkAnswer = NetworkAnswer(status: 200, headers: [], body: [])
    ) {
        self.first = Mutex(first)
        self.answer = answer
    }

    /// The requests, oldest first.
    public var requests: [NetworkRequest] { asked.withLock { $0 } }

    /// Records the request and returns the response.
    public func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        asked.withLock { $0.append(request) }
        return try first.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.get() ?? answer
    }
}
