import RouterCourierMessages
import RouterLinux
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
        guard case .failure(let error) = result, Self.shouldRestartCourier(error) else { return result }
        return await current(insteadOf: first).send(request, until: deadline)
    }

    /// See ``RouterConnections/LineNetwork/connect(to:until:)``. The connection outlives this object.
    public func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection {
        let first = current()
        let result = await first.connect(to: server, until: deadline)
        guard case .failure(let error) = result, Self.shouldRestartCourier(error) else { return try result.get() }
        return try await current(insteadOf: first).connect(to: server, until: deadline).get()
    }

    /// Whether to replace a courier that exited before it received the request, or that cannot read the node's
    /// password: it may only read the file that existed when it started, and a node writes a new one.
    private static func shouldRestartCourier(_ error: NetworkError) -> Bool {
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

    /// The same with cleaned texts, like any foreign text: a courier talks to strangers.
    var cleaned: NetworkError {
        NetworkError(
            code, ForeignText(message.utf8).text, hint: hint.map { ForeignText($0.utf8).text },
            mayHaveArrived: mayHaveArrived)
    }
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

/// A command that has a caller waiting for its answer.
struct CourierCall: Sendable {
    /// How long to wait for a courier after the deadline: it knows whether the request went out.
    private static let grace = Duration.milliseconds(500)

    let id: Int64
    let line: [UInt8]
    let deadline: ContinuousClock.Instant
    /// Whether the command sends data to a server. Connecting sends none.
    let isSending: Bool
    /// The destination of lines that follow the answer; nil if none follow.
    let lines: CourierLines?
    let continuation: CheckedContinuation<Result<CourierAnswer, NetworkError>, Never>

    /// When the courier must have answered.
    var end: ContinuousClock.Instant { deadline.advanced(by: Self.grace) }

    /// Ends the wait. Call it once.
    func finish(_ result: Result<CourierAnswer, NetworkError>) { continuation.resume(returning: result) }
}

/// Trust on first use: the proof of identity at the first connection to a server is remembered, and later only the same
/// proof is accepted.
///
/// Most line-based servers have self-signed certificates. If a trusted authority signed one, that is remembered:
/// otherwise an attacker in between could later simply present a self-signed one.
public struct FirstUseNetwork: LineNetwork {
    private let network: any LineNetwork
    private let memory: any CertificateMemory

    /// - Parameters:
    ///   - network: makes the connections.
    ///   - memory: the proofs of servers with the rule ``RouterConnections/CertificateRule/any``. Other rules are
    ///     unchanged.
    public init(_ network: any LineNetwork, memory: any CertificateMemory) {
        self.network = network
        self.memory = memory
    }

    /// See ``RouterConnections/LineNetwork/connect(to:until:)``. The proof is on disk before this returns.
    public func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection {
        guard server.certificate == .any else { return try await network.connect(to: server, until: deadline) }
        guard let known = try rethrowing(try memory.proof(of: server), Self.forgetful) else {
            return try await meet(server, until: deadline)
        }
        let connected = await result(server.proved(by: known.rule), until: deadline)
        guard case .failure(let error) = connected,
            error.code == .certificateChanged || (error.code == .tlsFailed && known == .authority)
        else { return try connected.get() }
        throw changed(error, server, known)
    }

    /// Connects to an unknown server.
    private func meet(
        _ server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection {
        let vouchedFor = await result(server.proved(by: .authority), until: deadline)
        let connection: any LineConnection
        let proof: ServerProof
        switch vouchedFor {
        case .success(let authentic): (connection, proof) = (authentic, .authority)
        case .failure(let error) where error.code == .tlsFailed:
            connection = try await network.connect(to: server, until: deadline)
            guard let certificate = connection.certificate else {
                throw .unsent(.internalError, "\(server) presents no certificate.")
            }
            proof = .certificate(certificate)
        case .failure(let error): throw error
        }
        let remembered = try rethrowing(try memory.remember(proof, of: server), Self.forgetful)
        guard remembered == proof else {
            connection.close()
            let error = NetworkError.unsent(
                .certificateChanged, "\(server) presents two certificates at the same time.")
            throw changed(error, server, remembered)
        }
        return connection
    }

    private func result(
        _ server: LineServer, until deadline: ContinuousClock.Instant
    ) async -> Result<any LineConnection, NetworkError> {
        do throws(NetworkError) {
            return .success(try await network.connect(to: server, until: deadline))
        } catch {
            return .failure(error)
        }
    }

    private func changed(_ error: NetworkError, _ server: LineServer, _ known: ServerProof) -> NetworkError {
        let before =
            switch known {
            case .authority: "Previously, it had a certificate from a trusted authority."
            case .certificate(let digest): "Previously, the SHA-256 of its certificate was \(digest.hex)."
            }
        return .unsent(
            error.code, "\(error.message) \(before)",
            hint:
                "Somebody may be intercepting the connection; nothing was sent. Ask the operator of \(server). If the certificate was replaced, "
                + memory.forgettingInstructions(server))
    }

    private static func forgetful(_ error: ServiceError) -> NetworkError {
        .unsent(.badConfiguration, error.message, hint: error.hint)
    }
}

extension ServerProof {
    fileprivate var rule: CertificateRule {
        switch self {
        case .authority: .authority
        case .certificate(let digest): .pinned(digest)
        }
    }
}

extension LineServer {
    fileprivate func proved(by rule: CertificateRule) -> LineServer {
        LineServer(host: host, port: port, certificate: rule, lineLimit: lineLimit)
    }
}
