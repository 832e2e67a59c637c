import RouterCourier
import SchemeRouter

/// A coin's servers that speak in lines: those on this computer directly, the others through the person's proxy.
struct CoinServers: LineNetwork {
    /// Connects to this computer.
    let near: CourierClient
    /// Connects to everything else.
    let far: CourierClient
    /// What servers with the rule ``RouterConnections/CertificateRule/any`` presented when they were first met.
    let memory: any CertificateMemory

    /// Connects. The certificate of a server whose rule is ``RouterConnections/CertificateRule/any`` is trusted on first use.
    func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection {
        let isNear = ServerAddress("http://\(server)")?.namesThisComputer == true
        return try await FirstUseNetwork(isNear ? near : far, memory: memory).connect(to: server, until: deadline)
    }
}
