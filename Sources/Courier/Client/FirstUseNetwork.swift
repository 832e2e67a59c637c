import RouterLinux
import SchemeRouter

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
                + memory.wayToForget(server))
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
