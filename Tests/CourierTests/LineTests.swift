import RouterCourierMessages
import SchemeRouter
import Testing

/// Connections that last, by the real courier to servers that say what a test wants.
@Suite struct LineTests {
    @Test("lines go both ways, byte for byte, however the server cuts them")
    func exchange() async throws {
        let strange: [[UInt8]] = [
            Array("{}".utf8), [], [0], [0xFF, 0xFE, 0x00, 0x0D], Array("\u{1F600}\r".utf8),
            [UInt8](repeating: 0x61, count: 100_000), (0..<0x0A).map { $0 } + (0x0B...0xFF).map { $0 },
        ]
        let server = LoopbackServer { connection in
            for (number, line) in strange.enumerated() {
                guard let got = connection.line(), got == line else { return }
                // The first byte by byte, the others two at a time with the end of one and the beginning of the next.
                if number == 0 {
                    for byte in line + [0x0A] { connection.write([byte]) }
                } else {
                    connection.write(Array(line.prefix(1)))
                    connection.write(Array(line.dropFirst()) + [0x0A])
                }
            }
            connection.write("unasked\nand more\n")
            connection.waitForEnd()
        }
        let courier = try TestCourier()
        let connection = try await courier.client.connect(to: server.inLines(), until: .late)
        #expect(connection.certificate == nil)
        try await connection.send(Array(strange.prefix(3)))
        for line in strange.dropFirst(3) { try await connection.send([line]) }
        for line in strange { #expect(try await connection.receive(until: .late) == line) }
        #expect(try await connection.text() == "unasked")
        #expect(try await connection.text() == "and more")
    }

    @Test("connections and requests are under way at the same time, each with its own answers")
    func many() async throws {
        let server = LoopbackServer { connection in
            guard let first = connection.line() else { return }
            if first.starts(with: "GET".utf8) {
                connection.write(ok("by HTTP"))
                return
            }
            connection.write(first + [0x0A])
            while let line = connection.line() { connection.write(line + [0x0A]) }
        }
        let courier = try TestCourier()
        let count = CourierLimits.connections
        try await withThrowingTaskGroup(of: Void.self) { group in
            let client = courier.client
            let (target, url) = (server.inLines(), server.url())
            let all = try await (0..<count).asyncMap { _ in try await client.connect(to: target, until: .late) }
            await #expect(throws: NetworkError(.busy, "", mayHaveArrived: false)) {
                try await client.connect(to: target, until: .late)
            }
            for (number, connection) in all.enumerated() {
                group.addTask {
                    for turn in 0..<20 {
                        try await connection.send("\(number).\(turn)")
                        #expect(try await connection.text() == "\(number).\(turn)")
                    }
                }
            }
            for _ in 0..<CourierLimits.requests {
                group.addTask {
                    let answer = try await client.send(.get(url), until: .late)
                    #expect(answer.body == Array("by HTTP".utf8))
                }
            }
            try await group.waitForAll()
        }
        #expect(courier.processes.count == 1)
        // The places of those that went are free.
        let again = try await courier.client.connect(to: server.inLines(), until: .late)
        try await again.send("again")
        #expect(try await again.text() == "again")
    }

    @Test("several who wait get one line each, in turn")
    func waiters() async throws {
        let gate = Gate()
        let server = LoopbackServer { connection in
            gate.wait()
            connection.write("1\n2\n3\n")
            connection.waitForEnd()
        }
        let courier = try TestCourier()
        let connection = try await courier.client.connect(to: server.inLines(), until: .late)
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<3 { group.addTask { try await connection.text() } }
            gate.open()
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts == ["1", "2", "3"])
    }

    @Test("a line that comes after the deadline is the next one's")
    func deadline() async throws {
        let gate = Gate()
        let server = LoopbackServer { connection in
            connection.write("half ")
            gate.wait()
            connection.write("and half\n")
            connection.waitForEnd()
        }
        let courier = try TestCourier()
        let connection = try await courier.client.connect(to: server.inLines(), until: .late)
        await #expect(throws: NetworkError(.timedOut, "", mayHaveArrived: false)) {
            try await connection.receive(until: .now.advanced(by: .milliseconds(50)))
        }
        await #expect(throws: NetworkError(.timedOut, "", mayHaveArrived: false)) {
            try await connection.receive(until: .now)
        }
        try await connection.send("something")
        await #expect(throws: NetworkError(.timedOut, "", mayHaveArrived: true)) {
            try await connection.receive(until: .now.advanced(by: .milliseconds(1)))
        }
        gate.open()
        #expect(try await connection.text() == "half and half")
    }

    @Test("a server that closes: its lines can still be read, half a line is none, and nothing is sent any more")
    func closed() async throws {
        let server = LoopbackServer { connection in
            _ = connection.line()
            connection.write("whole\nhalf")
        }
        let courier = try TestCourier()
        let connection = try await courier.client.connect(to: server.inLines(), until: .late)
        try await connection.send("go")
        #expect(try await connection.text() == "whole")
        for _ in 0..<2 {
            let error = await #expect(throws: NetworkError(.brokenAnswer, "", mayHaveArrived: true)) {
                try await connection.receive(until: .late)
            }
            #expect(error?.message.contains("in the middle of a line") == true)
        }
        await #expect(throws: NetworkError(.brokenAnswer, "", mayHaveArrived: false)) {
            try await connection.send("more")
        }
    }

    @Test("a line of exactly the limit is one; a longer one, or one without an end, ends the connection")
    func tooLong() async throws {
        let limit = 50_000
        for isEndless in [true, false] {
            let server = LoopbackServer { connection in
                connection.write([UInt8](repeating: 0x61, count: limit) + [0x0A])
                connection.write([UInt8](repeating: 0x62, count: limit + 1) + (isEndless ? [] : [0x0A]))
                while isEndless, connection.write([UInt8](repeating: 0x62, count: 10_000)) {}
                connection.waitForEnd()
            }
            let courier = try TestCourier()
            let connection = try await courier.client.connect(to: server.inLines(limit: limit), until: .late)
            #expect(try await connection.receive(until: .late).count == limit)
            await #expect(throws: NetworkError(.tooLarge, "", mayHaveArrived: false)) {
                try await connection.receive(until: .late)
            }
        }
    }

    @Test("an answer of Electrum's size comes whole, and so do many")
    func large() async throws {
        let sizes = [8 << 20, 1, 0, 1 << 20, 70_000]
        let server = LoopbackServer { connection in
            for (number, size) in sizes.enumerated() {
                connection.write([UInt8](repeating: UInt8(0x61 + number), count: size) + [0x0A])
            }
            connection.waitForEnd()
        }
        let courier = try TestCourier()
        let connection = try await courier.client.connect(to: server.inLines(), until: .late)
        for (number, size) in sizes.enumerated() {
            let line = try await connection.receive(until: .late)
            let isWhole = line == [UInt8](repeating: UInt8(0x61 + number), count: size)
            #expect(isWhole, "\(line.count) of \(size)")
        }
    }

    @Test("what is no line, or too much, is not sent")
    func badLines() async throws {
        let server = LoopbackServer { connection in
            while let line = connection.line() { connection.write(line + [0x0A]) }
        }
        let courier = try TestCourier()
        let connection = try await courier.client.connect(to: server.inLines(), until: .late)
        for lines in [[[0x61, 0x0A]], [[UInt8](repeating: 0, count: CourierLimits.requestBody)]] {
            await #expect(throws: NetworkError(.badRequest, "", mayHaveArrived: false)) {
                try await connection.send(lines)
            }
        }
        try await connection.send([[UInt8]]())
        let most = [UInt8](repeating: 0x61, count: CourierLimits.requestBody - 1)
        try await connection.send([most])
        #expect(try await connection.receive(until: .late) == most)
    }

    @Test(
        "what is not a host is not connected to",
        arguments: ["", " ", "a b", "h/x", "h?x", "h#x", "u@h", "h:1", "[::1", "fe80::1%eth0", "a\u{0}", "hö", "h\\x"])
    func badHosts(_ host: String) async throws {
        let courier = try TestCourier()
        await #expect(throws: NetworkError(.badRequest, "", mayHaveArrived: false)) {
            try await courier.client.connect(to: LineServer(host: host, port: 1, certificate: nil), until: .late)
        }
    }

    @Test("names without an address, ports without a server, servers that say nothing: no connection")
    func nobody() async throws {
        let courier = try TestCourier()
        let silent = LoopbackServer { $0.waitForEnd() }
        let closed = LoopbackServer { _ in }.port
        let tries: [(LineServer, NetworkError.Code)] = [
            (LineServer(host: "nowhere.invalid", port: 1, certificate: nil), .resolveFailed),
            (LineServer(host: "127.0.0.1", port: closed, certificate: nil), .connectFailed),
            (LineServer(host: "127.0.0.1", port: 0, certificate: nil), .badRequest),
        ]
        for (server, code) in tries {
            await #expect(throws: NetworkError(code, "", mayHaveArrived: false)) {
                try await courier.client.connect(to: server, until: .late)
            }
        }
        let tls = LineServer(host: "127.0.0.1", port: silent.port, certificate: .any)
        await #expect(throws: NetworkError(.timedOut, "", mayHaveArrived: false)) {
            try await courier.client.connect(to: tls, until: .now.advanced(by: .milliseconds(200)))
        }
    }

    @Test("loopback is refused unless allowed, by address and by a name that leads there (S7)")
    func refusedAddresses() async throws {
        let server = LoopbackServer { $0.waitForEnd() }
        let courier = try TestCourier(CourierConfiguration())
        for host in ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "0.0.0.0", "::ffff:127.0.0.1", "::1"] {
            for rule in [nil, CertificateRule.any] {
                let target = LineServer(host: host, port: server.port, certificate: rule)
                await #expect(throws: NetworkError(.refusedAddress, "", mayHaveArrived: false), "\(host)") {
                    try await courier.client.connect(to: target, until: .late)
                }
            }
        }
        #expect(server.connections == 0)
        let named = try TestCourier(CourierConfiguration(allowedHosts: ["localhost"]))
        _ = try await named.client.connect(to: server.inLines(host: "localhost"), until: .late)
        await #expect(throws: NetworkError(.refusedAddress, "", mayHaveArrived: false)) {
            try await named.client.connect(to: server.inLines(), until: .late)
        }
    }
}

extension Sequence where Self: Sendable {
    /// One after the other.
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
