import RouterCourier
import SchemeRouter

/// The servers of a coin that speak in lines: those on this computer directly, the others by the person's proxy.
struct CoinServers: LineNetwork {
    private let near: CourierClient
    private let far: CourierClient
    private let memory: any CertificateMemory

    /// - Parameters:
    ///   - near: what connects to this computer.
    ///   - far: what connects to everything else.
    ///   - memory: what servers with the rule ``RouterConnections/CertificateRule/any`` showed when they were first met.
    init(near: CourierClient, far: CourierClient, memory: any CertificateMemory) {
        self.near = near
        self.far = far
        self.memory = memory
    }

    /// Connects. The certificate of a server whose rule is ``RouterConnections/CertificateRule/any`` is trusted on first use.
    func connect(
        to server: LineServer, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> any LineConnection {
        let isNear = ServerAddress("http://\(server)")?.namesThisComputer == true
        return try await FirstUseNetwork(isNear ? near : far, memory: memory).connect(to: server, until: deadline)
    }
}
