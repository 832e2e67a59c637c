import RouterCourierMessages
import SchemeRouter
import Testing

/// Requests that are tried again, and those that never are.
@Suite struct RepeatTests {
    /// A server that breaks off its first `count` connections after it got a request.
    private static func breaking(_ count: Int) -> (LoopbackServer, tries: Box) {
        let tries = Box()
        let server = LoopbackServer { connection in
            guard let request = connection.request() else { return }
            tries.add(request.line)
            connection.write(tries.texts.count > count ? ok("at last") : "HTTP/1.1 200 OK\r\nContent-Le")
        }
        return (server, tries)
    }

    @Test("reading is tried three times where the connection breaks, whatever the method")
    func reading() async throws {
        for (failures, isAnswered) in [(1, true), (2, true), (3, false)] {
            let (server, tries) = Self.breaking(failures)
            let courier = try TestCourier()
            let request =
                failures == 1
                ? NetworkRequest.post(server.url(), body: [1], isRepeatable: true) : NetworkRequest.get(server.url())
            if isAnswered {
                #expect(try await courier.client.send(request, until: .late).body == Array("at last".utf8))
                #expect(tries.texts.count == failures + 1)
            } else {
                await #expect(throws: NetworkError(.brokenAnswer, "", mayHaveArrived: true)) {
                    try await courier.client.send(request, until: .late)
                }
                #expect(tries.texts.count == 3)
            }
        }
    }

    @Test("S6: what must not arrive twice is sent once, whatever became of it")
    func sending() async throws {
        let (server, tries) = Self.breaking(1)
        let courier = try TestCourier()
        await #expect(throws: NetworkError(.brokenAnswer, "", mayHaveArrived: true)) {
            try await courier.client.send(.post(server.url(), body: [1]), until: .late)
        }
        #expect(tries.texts.count == 1)
        let proxy = SocksServer(reply: 1) { _ in }
        let proxied = try TestCourier(CourierConfiguration(proxy: proxy.url))
        await #expect(throws: NetworkError(.proxyFailed, "", mayHaveArrived: false)) {
            try await proxied.client.send(.post("http://node.example/", body: [1]), until: .late)
        }
        #expect(proxy.connections == 1)
    }

    @Test("a circuit of the proxy that failed is tried again")
    func proxy() async throws {
        let proxy = SocksServer(reply: 4) { _ in }
        let courier = try TestCourier(CourierConfiguration(proxy: proxy.url))
        await #expect(throws: NetworkError(.proxyFailed, "", mayHaveArrived: false)) {
            try await courier.client.send(.get("http://node.example/"), until: .late)
        }
        #expect(proxy.connections == 3)
    }

    @Test("what will not pass is told at once")
    func permanent() async throws {
        let server = LoopbackServer.answering { _ in "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n" }
        let courier = try TestCourier()
        #expect(try await courier.client.send(.get(server.url()), until: .late).status == 500)
        #expect(server.requests.count == 1)
        let refusing = try TestCourier(CourierConfiguration())
        await #expect(throws: NetworkError(.refusedAddress, "", mayHaveArrived: false)) {
            try await refusing.client.send(.get(server.url()), until: .late)
        }
        #expect(server.connections == 1)
    }

    @Test("a cancelled task does not try again")
    func cancelled() async throws {
        let (server, tries) = Self.breaking(3)
        let courier = try TestCourier()
        let task = Task { try await courier.client.send(.get(server.url()), until: .late) }
        #expect(await waits { tries.texts.count == 1 })
        task.cancel()
        await #expect(throws: NetworkError.self) { try await task.value }
        #expect(tries.texts.count <= 2)
    }
}
