import SchemeRouter

/// Connects to a server, and verifies that it is on the right network.
struct ServerConnecting: Sendable {
    /// How long a server may take for its greeting. Through Tor it takes seconds.
    static let patience = Duration.seconds(10)

    let network: any LineNetwork
    /// The first block of the right network.
    let genesis: [UInt8]
    /// How the coin writes its transactions.
    let form: TransactionForm

    func session(with server: LineServer) async throws(ElectrumFailure) -> ElectrumSession {
        let deadline = ContinuousClock.now + Self.patience
        let connection: any LineConnection
        do throws(NetworkError) {
            connection = try await network.connect(to: server, until: deadline)
        } catch {
            throw ElectrumFailure(error)
        }
        let session = ElectrumSession(server, connection, form)
        do throws(ElectrumFailure) {
            try await session.greet(genesis: genesis, until: deadline)
        } catch {
            session.close()
            throw server.certificate == nil
                ? error.hinting("If this is a TLS port, write ssl:// instead of tcp://.") : error
        }
        return session
    }
}
