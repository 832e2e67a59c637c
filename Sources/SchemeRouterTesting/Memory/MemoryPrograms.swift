import SchemeRouter
import Synchronization

/// Programs that receive replies. It starts none, and records their callbacks.
public final class MemoryLauncher: Launcher {
    private let schemes: Set<String>
    private let callbacks = Mutex<[String]>([])

    /// A desktop with a program for each of these schemes, in lower case.
    public init(_ schemes: [String]) {
        self.schemes = Set(schemes)
    }

    /// The callbacks that were delivered, oldest first.
    public var opened: [String] { callbacks.withLock { $0 } }

    /// The program of a scheme; nil if none is installed.
    public func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? {
        schemes.contains(scheme.lowercased()) ? .inMemory(scheme.lowercased()) : nil
    }

    /// Records the link that the program would be started with.
    public func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        guard program == .inMemory(scheme.lowercased()) else { throw .changed("\(scheme): has another program now") }
        callbacks.withLock { $0.append(callback) }
    }
}

extension ReceivingProgram {
    /// The program of a scheme.
    static func inMemory(_ scheme: String) -> ReceivingProgram {
        ReceivingProgram(
            name: scheme, desktopEntry: "/usr/share/applications/\(scheme).desktop", executable: "/usr/bin/\(scheme)",
            fileIdentity: scheme)
    }
}

/// Other wallets. It starts none, and records their links.
public final class MemoryWalletPrograms: WalletPrograms {
    private let programs: [WalletProgram]
    private let links = Mutex<[String]>([])

    /// A desktop with these wallets, in its order of preference. Each opens the schemes that it declares.
    public init(_ programs: [WalletProgram] = []) {
        self.programs = programs
    }

    /// The links that were handed over, oldest first.
    public var opened: [String] { links.withLock { $0 } }

    /// The wallets that open links of a scheme.
    public func candidates(forScheme scheme: String) -> [WalletProgram] {
        programs.filter { $0.schemes.contains(scheme) }
    }

    /// Records the link that the program would be started with.
    public func open(
        _ link: String, scheme: String, with program: WalletProgram
    ) async throws(LaunchError) -> HandOverEnd {
        links.withLock { $0.append(link) }
        return .started
    }
}

/// A clipboard.
public final class MemoryClipboard: Clipboard {
    private let content = Mutex<String?>(nil)

    /// An empty clipboard.
    public init() {}

    /// What was copied last.
    public var text: String? { content.withLock { $0 } }

    /// Replaces the text.
    public func copy(_ text: String) async throws(LaunchError) { content.withLock { $0 = text } }
}

/// Servers that give the same response to every request.
public final class MemoryServers: NetworkClient {
    private let answer: NetworkAnswer
    private let asked = Mutex<[NetworkRequest]>([])

    /// Servers with that response: by default an empty success.
    public init(answering answer: NetworkAnswer = NetworkAnswer(status: 200, headers: [], body: [])) {
        self.answer = answer
    }

    /// The requests, oldest first.
    public var requests: [NetworkRequest] { asked.withLock { $0 } }

    /// Records the request and returns the response.
    public func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        asked.withLock { $0.append(request) }
        return answer
    }
}
