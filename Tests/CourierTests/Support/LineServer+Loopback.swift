import SchemeRouter

extension LoopbackServer {
    /// This server, to be spoken with in lines.
    func inLines(host: String = "127.0.0.1", limit: Int = 8 << 20) -> LineServer {
        LineServer(host: host, port: port, certificate: nil, lineLimit: limit)
    }
}

extension TLSServer {
    /// This server, to be spoken with in lines.
    func inLines(_ rule: CertificateRule, host: String = "localhost") -> LineServer {
        LineServer(host: host, port: UInt16(port), certificate: rule)
    }
}

extension LineConnection {
    /// The next line as text.
    func text() async throws -> String {
        String(decoding: try await receive(until: .late), as: UTF8.self)
    }

    func send(_ text: String) async throws {
        try await send([Array(text.utf8)])
    }
}
