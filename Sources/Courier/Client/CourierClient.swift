import RouterCourierMessages
import RouterLinux
import RouterProcesses
import SchemeRouter
import Synchronization

/// The network through the program `courier`: this process opens no socket.
///
/// The program is started for the first request, or by ``start()``, and again if it has ended. It ends immediately with
/// this object or this process.
public final class CourierClient: NetworkClient, LineNetwork {
    /// The pauses between attempts of a repeatable request. Before consent, all of them share five seconds.
    private static let pauses = [Duration.milliseconds(200), .milliseconds(800)]

    private let program: String?
    private let configuration: CourierConfiguration
    private let session = Mutex<CourierSession?>(nil)

    /// - Parameters:
    ///   - configuration: what one coin's network may reach, from the person's configuration (S7).
    ///   - program: the courier's executable file.
    public init(_ configuration: CourierConfiguration, program: String? = CourierProgram.path) {
        self.configuration = configuration
        self.program = program
    }

    deinit {
        session.withLock { $0?.inbox.retire() }
    }

    /// Starts the program without waiting for it, so that it is ready when the first request comes.
    public func start() {
        _ = current()
    }

    /// See ``RouterConnections/NetworkClient/send(_:until:)``.
    ///
    /// A courier that has ended is replaced. If it ended during the request, this throws
    /// ``NetworkError/Code/courierEnded``, and the request may have arrived. A repeatable request is retried while the
    /// failure may be temporary and time is left.
    public func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        for pause in request.isRepeatable ? Self.pauses : [] {
            let result = await once(request, until: deadline)
            guard case .failure(let error) = result, error.mayPass, .now + pause < deadline,
                (try? await Task.sleep(for: pause)) != nil
            else { return try result.get() }
        }
        return try await once(request, until: deadline).get()
    }

    private func once(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async -> Result<NetworkAnswer, NetworkError> {
        let first = current()
        let result = await first.send(request, until: deadline)
        guard case .failure(let error) = result, Self.isWorthANewCourier(error) else { return result }
        return await current(insteadOf: first).send(request, until: deadline)
    }

    /// See ``RouterConnections/LineNetwork/connect(to:until:)``. The connection outlives this object.
    public func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection {
        let first = current()
        let result = await first.connect(to: server, until: deadline)
        guard case .failure(let error) = result, Self.isWorthANewCourier(error) else { return try result.get() }
        return try await current(insteadOf: first).connect(to: server, until: deadline).get()
    }

    /// Whether to replace a courier that exited before it received the request, or that cannot read the node's
    /// password: it may only read the file that existed when it started, and a node writes a new one.
    private static func isWorthANewCourier(_ error: NetworkError) -> Bool {
        (error.code == .courierEnded || error.code == .credentialsUnreadable) && !error.mayHaveArrived
    }

    /// The running courier, or a new one instead of `old`.
    private func current(insteadOf old: CourierSession? = nil) -> CourierSession {
        session.withLock { session in
            // Another request may have replaced it meanwhile.
            if let session, session !== old, !session.inbox.hasEnded { return session }
            old?.inbox.retire()
            let new = CourierSession(configuration, program: program)
            session = new
            return new
        }
    }
}

extension NetworkError {
    /// Whether a retry may succeed: after a broken connection, or a broken circuit of a proxy. A missing host is
    /// reported at once.
    fileprivate var mayPass: Bool { code == .brokenAnswer || code == .proxyFailed }

    /// The same with a cleaned message, like any foreign text: a courier talks to strangers.
    var cleaned: NetworkError { NetworkError(code, ForeignText(message.utf8).text, mayHaveArrived: mayHaveArrived) }
}

/// The program that opens the sockets.
public enum CourierProgram {
    /// Its file, as ``path(of:)`` finds it for this process's executable; nil if that cannot be determined.
    public static var path: String? { ProgramPath.current.flatMap(path) }

    /// The path of the courier for the program in the file `program`: for a program in a directory `bin`, it is in the
    /// `libexec` next to that, if it is installed; otherwise it is next to the program. `PATH` is never searched,
    /// because whatever starts a link's handler chooses it.
    static func path(of program: String) -> String? {
        guard let directory = program.parentPath else { return nil }
        if directory.hasSuffix("/bin") {
            let installed = directory.dropLast("bin".utf8.count) + "libexec/schemerouter/courier"
            if Linux.stat(String(installed)) != nil { return String(installed) }
        }
        return directory + "/courier"
    }
}
