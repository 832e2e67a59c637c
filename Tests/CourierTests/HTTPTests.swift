import Foundation
import RouterCourierMessages
import SchemeRouter
import Testing

/// Requests by the real courier to servers that say what a test wants.
@Suite struct HTTPTests {
    @Test("GET and POST carry headers and bodies, and bring status, headers and body back")
    func exchange() async throws {
        let server = LoopbackServer.answering { request in
            "HTTP/1.1 503 Busy\r\nRetry-After:  7 \r\nX-Ä: ä\r\nContent-Length: 3\r\n\r\n\u{0}\r\n"
        }
        let courier = try TestCourier()
        let got = try await courier.client.send(
            .get(server.url("/a?b=c"), headers: [NetworkHeader("X-Mine", "yes: it is")]), until: .late)
        #expect(got.status == 503)
        #expect(got[header: "retry-after"] == "7")
        #expect(got.headers.map(\.name) == ["retry-after", "content-length"])
        #expect(got.body == [0, 0x0D, 0x0A])
        let body = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
        _ = try await courier.client.send(
            .post(server.url("/"), headers: [NetworkHeader("Content-Type", "application/json")], body: body),
            until: .late)
        _ = try await courier.client.send(.post(server.url("/empty"), body: []), until: .late)
        let requests = server.requests
        #expect(requests.map(\.line) == ["GET /a?b=c HTTP/1.1", "POST / HTTP/1.1", "POST /empty HTTP/1.1"])
        #expect(requests[0].headers == ["host": "127.0.0.1:\(server.port)", "accept": "*/*", "x-mine": "yes: it is"])
        #expect(requests[1].body == body)
        #expect(requests[1].headers["content-type"] == "application/json")
        #expect(requests[1].headers["expect"] == nil)
        #expect(requests[2].headers["content-type"] == nil)
        #expect(requests[2].headers["content-length"] == "0")
    }

    @Test("only what is repeatable shares a connection: on one that broke libcurl sends again by itself")
    func connections() async throws {
        let server = LoopbackServer { connection in
            // The first request is answered. Whatever comes on the same connection is heard and not answered.
            guard connection.request() != nil else { return }
            connection.write(ok())
            _ = connection.request()
        }
        let courier = try TestCourier()
        _ = try await courier.client.send(.post(server.url("/1"), body: [1]), until: .late)
        _ = try await courier.client.send(.post(server.url("/2"), body: [2]), until: .late)
        #expect(server.requests.map(\.line) == ["POST /1 HTTP/1.1", "POST /2 HTTP/1.1"])
        _ = try await courier.client.send(.post(server.url("/3"), body: [3], isRepeatable: true), until: .late)
        #expect(server.requests.count { $0.line == "POST /3 HTTP/1.1" } > 1)
    }

    @Test("an answer that comes too late does not count, and the request may have arrived")
    func late() async throws {
        let server = LoopbackServer { connection in
            guard let request = connection.request() else { return }
            guard request.line.contains("/slow") else {
                connection.write(ok())
                return
            }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nslow")
            connection.waitForEnd()
        }
        let courier = try TestCourier()
        _ = try await courier.client.send(.get(server.url()), until: .late)
        await #expect(throws: NetworkError(.timedOut, "", mayHaveArrived: true)) {
            try await courier.client.send(.get(server.url("/slow")), until: .now.advanced(by: .seconds(2)))
        }
        #expect(server.requests.count == 2)
        await #expect(throws: NetworkError(.timedOut, "", mayHaveArrived: false)) {
            try await courier.client.send(.get(server.url()), until: .now)
        }
        #expect(server.requests.count == 2)
    }

    @Test("a connection that is not made in time carried nothing")
    func connectTimeout() async throws {
        let server = LoopbackServer { $0.waitForEnd() }
        let courier = try TestCourier()
        var request = NetworkRequest.get(server.url(scheme: "https"))
        request.connectTimeout = .milliseconds(200)
        await #expect(throws: NetworkError(.timedOut, "", mayHaveArrived: false)) {
            try await courier.client.send(request, until: .late)
        }
    }

    @Test(
        "what is too large ends while it is received",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nA: ",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFF\r\n",
            "HTTP/1.1 200 OK\r\n" + String(repeating: "a: \(String(repeating: "b", count: 900))\r\n", count: 100),
        ])
    func tooLarge(_ beginning: String) async throws {
        let server = LoopbackServer { connection in
            _ = connection.request()
            connection.write(beginning)
            // Without an end: only the client's refusal ends it.
            while connection.write(String(repeating: "x", count: 10_000)) {}
        }
        let courier = try TestCourier()
        var request = NetworkRequest.get(server.url())
        request.answerLimit = 1_000
        await #expect(throws: NetworkError(.tooLarge, "", mayHaveArrived: true)) {
            try await courier.client.send(request, until: .late)
        }
    }

    @Test("an answer of exactly the limit is whole")
    func exactlyTheLimit() async throws {
        let server = LoopbackServer.answering { request in
            if request.line.contains("/chunked") {
                return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n6\r\n567890\r\n0\r\n\r\n"
            }
            return ok("1234567890")
        }
        let courier = try TestCourier()
        for path in ["/", "/chunked"] {
            var request = NetworkRequest.get(server.url(path))
            request.answerLimit = 10
            #expect(try await courier.client.send(request, until: .late).body == Array("1234567890".utf8))
            request.answerLimit = 9
            await #expect(throws: NetworkError(.tooLarge, "", mayHaveArrived: true)) {
                try await courier.client.send(request, until: .late)
            }
        }
        let empty = LoopbackServer.answering { _ in ok("") }
        var request = NetworkRequest.get(empty.url())
        request.answerLimit = 0
        #expect(try await courier.client.send(request, until: .late).body == [])
    }

    @Test(
        "an answer that is not HTTP, or not complete, is refused",
        arguments: [
            "", "garbage\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort", "HTTP/1.1 200 OK\r\nA: b",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", "HTTP/1.1 99999 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
            "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        ])
    func broken(_ answer: String) async throws {
        let server = LoopbackServer { connection in
            _ = connection.request()
            connection.write(answer)
        }
        let courier = try TestCourier()
        await #expect(throws: NetworkError(.brokenAnswer, "", mayHaveArrived: true)) {
            try await courier.client.send(.post(server.url(), body: [1]), until: .late)
        }
        #expect(server.requests.count == 1)
    }

    @Test("a request that must not be sent is not, and says so")
    func badRequests() async throws {
        let server = LoopbackServer.answering { _ in ok() }
        let courier = try TestCourier()
        var slow = NetworkRequest.get(server.url())
        slow.answerLimit = 1 << 30
        let requests: [NetworkRequest] = [
            .get("file:///etc/passwd"), .get(server.url("/\r\nX: y")), .get("http://u:p@127.0.0.1:\(server.port)/"),
            slow,
            .get(server.url(), headers: [NetworkHeader("a", "b\r\nc: d")]),
            .post(server.url(), body: [UInt8](repeating: 0, count: CourierLimits.requestBody + 1)),
        ]
        for request in requests {
            await #expect(throws: NetworkError(.badRequest, "", mayHaveArrived: false)) {
                try await courier.client.send(request, until: .late)
            }
        }
        #expect(server.connections == 0)
        // The courier is none the worse for it.
        #expect(try await courier.client.send(.get(server.url()), until: .late).status == 200)
    }

    @Test("names without an address and ports without a server carried nothing")
    func nobody() async throws {
        let courier = try TestCourier()
        await #expect(throws: NetworkError(.resolveFailed, "", mayHaveArrived: false)) {
            try await courier.client.send(.get("http://nowhere.invalid/"), until: .late)
        }
        let port = LoopbackServer { _ in }.port
        await #expect(throws: NetworkError(.connectFailed, "", mayHaveArrived: false)) {
            try await courier.client.send(.get("http://127.0.0.1:\(port)/"), until: .late)
        }
    }

    @Test("loopback is refused unless allowed, by address and by a name that leads there (S7)")
    func refusedAddresses() async throws {
        let server = LoopbackServer.answering { _ in ok() }
        let courier = try TestCourier(CourierConfiguration())
        for host in [
            "127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "0.0.0.0", "[::ffff:127.0.0.1]", "[::1]",
        ] {
            await #expect(throws: NetworkError(.refusedAddress, "", mayHaveArrived: false), "\(host)") {
                try await courier.client.send(.get(server.url(host: host)), until: .late)
            }
        }
        #expect(server.connections == 0)
        let named = try TestCourier(CourierConfiguration(allowedHosts: ["LocalHost"]))
        #expect(try await named.client.send(.get(server.url(host: "localhost")), until: .late).status == 200)
        await #expect(throws: NetworkError(.refusedAddress, "", mayHaveArrived: false)) {
            try await named.client.send(.get(server.url()), until: .late)
        }
    }

    @Test("redirects are followed on the same server, for reading, and not for ever")
    func redirects() async throws {
        let other = LoopbackServer.answering { _ in ok("other") }
        let elsewhere = other.url("/stolen", host: "localhost")
        let server = LoopbackServer.answering { request in
            let path = request.line.split(separator: " ")[1]
            let target =
                switch path {
                case "/one": "two"
                case "/two": "/three?x"
                case "/away": elsewhere
                case "/loop": "/loop"
                default: ""
                }
            return target.isEmpty
                ? ok("\(path)") : "HTTP/1.1 307 Moved\r\nLocation: \(target)\r\nContent-Length: 3\r\n\r\nold"
        }
        let courier = try TestCourier()
        let answer = try await courier.client.send(.get(server.url("/one")), until: .late)
        #expect(String(decoding: answer.body, as: UTF8.self) == "/three?x")
        #expect(answer[header: "location"] == nil)
        let away = await #expect(throws: NetworkError(.redirectRefused, "", mayHaveArrived: true)) {
            try await courier.client.send(.get(server.url("/away")), until: .late)
        }
        #expect(away?.message.contains(elsewhere) == true)
        await #expect(throws: NetworkError(.redirectRefused, "", mayHaveArrived: true)) {
            try await courier.client.send(.get(server.url("/loop")), until: .late)
        }
        #expect(server.requests.count { $0.line.contains("/loop") } == 5)
        await #expect(throws: NetworkError(.redirectRefused, "", mayHaveArrived: true)) {
            try await courier.client.send(.post(server.url("/one"), body: [1]), until: .late)
        }
        #expect(server.requests.count { $0.line.hasPrefix("POST") } == 1)
        #expect(other.connections == 0)
    }
}
