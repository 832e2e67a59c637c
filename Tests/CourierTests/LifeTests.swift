import Foundation
import Glibc
import RouterCourierMessages
import SchemeRouter
import Testing

@testable import RouterCourierClient

/// Couriers that are cancelled, killed, stopped, missing or overwhelmed.
@Suite struct LifeTests {
    @Test("requests are under way at the same time")
    func concurrent() async throws {
        let count = CourierLimits.requests
        let gate = Gate()
        let server = LoopbackServer { connection in
            guard let request = connection.request() else { return }
            gate.wait()
            connection.write(ok(request.line))
        }
        let courier = try TestCourier()
        let urls = (0..<count).map { server.url("/\($0)") }
        let answers = Task {
            await withTaskGroup(of: (Int, String?).self) { group in
                for (number, url) in urls.enumerated() {
                    group.addTask {
                        let answer = try? await courier.client.send(.get(url), until: .late)
                        return (number, answer.map { String(decoding: $0.body, as: UTF8.self) })
                    }
                }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
        }
        // All of them are there before any is answered.
        #expect(await waits { server.requests.count == count })
        await #expect(throws: NetworkError(.busy, "", mayHaveArrived: false)) {
            try await courier.client.send(.get(server.url("/more")), until: .late)
        }
        gate.open()
        let result = await answers.value
        for number in 0..<count { #expect(result[number] == "GET /\(number) HTTP/1.1") }
        #expect(courier.processes.count == 1)
    }

    @Test("a cancelled task ends its request and no other")
    func cancellation() async throws {
        let gate = Gate()
        let server = LoopbackServer { connection in
            guard let request = connection.request() else { return }
            if request.line.contains("/held") {
                connection.waitForEnd()
                gate.open()
            } else {
                gate.wait()
                connection.write(ok())
            }
        }
        let courier = try TestCourier()
        let (held, other) = (server.url("/held"), server.url("/other"))
        let cancelled = Task { try await courier.client.send(.post(held, body: [1]), until: .late) }
        let answered = Task { try await courier.client.send(.get(other), until: .late) }
        #expect(await waits { server.requests.count == 2 })
        cancelled.cancel()
        await #expect(throws: NetworkError(.cancelled, "", mayHaveArrived: true)) { try await cancelled.value }
        #expect(try await answered.value.status == 200)
    }

    @Test("a task that was cancelled before sends nothing")
    func cancelledBefore() async throws {
        let server = LoopbackServer.answering { _ in ok() }
        let courier = try TestCourier()
        let url = server.url()
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await courier.client.send(.get(url), until: .late)
        }
        await #expect(throws: NetworkError(.cancelled, "", mayHaveArrived: false)) { try await task.value }
        #expect(server.connections == 0)
    }

    @Test("a courier killed during a request may have sent it; the next request has a new one")
    func killed() async throws {
        let server = LoopbackServer { connection in
            guard let request = connection.request() else { return }
            if request.line.hasPrefix("POST") { connection.waitForEnd() } else { connection.write(ok()) }
        }
        let courier = try TestCourier()
        let url = server.url()
        let task = Task { try await courier.client.send(.post(url, body: [1]), until: .late) }
        #expect(await waits { server.requests.count == 1 })
        courier.signal(SIGKILL)
        await #expect(throws: NetworkError(.courierEnded, "", mayHaveArrived: true)) { try await task.value }
        #expect(try await courier.client.send(.get(url), until: .late).status == 200)
        // And one killed while it does nothing is not missed.
        let first = courier.processes
        courier.signal(SIGKILL)
        #expect(await waits { courier.processes != first })
        #expect(try await courier.client.send(.get(url), until: .late).status == 200)
        #expect(server.requests.count { $0.line.hasPrefix("POST") } == 1)
    }

    @Test("a courier that does not answer is not waited for, and is replaced")
    func stopped() async throws {
        let server = LoopbackServer.answering { _ in ok() }
        let courier = try TestCourier()
        #expect(try await courier.client.send(.get(server.url()), until: .late).status == 200)
        courier.signal(SIGSTOP)
        await #expect(throws: NetworkError(.timedOut, "", mayHaveArrived: true)) {
            try await courier.client.send(.post(server.url(), body: [1]), until: .now.advanced(by: .seconds(2)))
        }
        #expect(try await courier.client.send(.get(server.url()), until: .late).status == 200)
        #expect(server.requests.count { $0.line.hasPrefix("POST") } == 0)
    }

    @Test("a courier started early is the one that serves, and ends with its client")
    func startAndEnd() async throws {
        let server = LoopbackServer.answering { _ in ok() }
        var courier: TestCourier? = try TestCourier()
        courier?.client.start()
        #expect(await waits { courier?.processes.count == 1 })
        let process = try #require(courier?.processes.first)
        let answer = try await courier?.client.send(.get(server.url()), until: .late)
        #expect(answer?.status == 200)
        #expect(courier?.processes == [process])
        courier = nil
        #expect(await waits { kill(process, 0) != 0 })
    }

    @Test("a courier that is not there, or that refuses its configuration, says so")
    func unusable() async throws {
        for program in [nil, "/nowhere/courier"] {
            let client = CourierClient(CourierConfiguration(), program: program)
            await #expect(throws: NetworkError(.courierUnavailable, "", mayHaveArrived: false)) {
                try await client.send(.get("http://127.0.0.1/"), until: .late)
            }
        }
        let other = CourierClient(CourierConfiguration(), program: "/bin/false")
        await #expect(throws: NetworkError(.courierEnded, "", mayHaveArrived: false)) {
            try await other.send(.get("http://127.0.0.1/"), until: .late)
        }
        let courier = try TestCourier(CourierConfiguration(proxy: "nonsense"))
        let error = await #expect(throws: NetworkError(.badConfiguration, "", mayHaveArrived: false)) {
            try await courier.client.send(.get("http://127.0.0.1/"), until: .late)
        }
        #expect(error?.message.contains("nonsense") == true)
    }

    @Test("a courier ends at once with its standard input, whatever is under way")
    func endOfInput() async throws {
        let ended = Gate()
        let server = LoopbackServer { connection in
            _ = connection.request()
            connection.waitForEnd()
            ended.open()
        }
        do {
            var courier = try RawCourier()
            try courier.configure(CourierConfiguration(allowedNetworks: ["127.0.0.1"]))
            try courier.say(Self.get(server.url()).line)
            guard case .ready? = try courier.reply() else {
                Issue.record("not ready")
                return
            }
            #expect(await waits { server.requests.count == 1 })
        }
        // Its end alone closes the connection; a courier that went on would be killed only half a second later.
        await Task.detached { ended.wait() }.value
    }

    @Test("a line that is no command ends the courier: nobody knows what was meant")
    func nonsense() throws {
        for line in ["nonsense", "{\"id\":1}", "{\"id\":1,\"http\":{\"method\":\"PUT\"}}"] {
            var courier = try RawCourier()
            try courier.configure(CourierConfiguration())
            try courier.say(line)
            guard case .ready? = try courier.reply() else {
                Issue.record("not ready")
                continue
            }
            #expect(try courier.reply()?.failure?.code == .badRequest)
            #expect(try courier.reply() == nil)
        }
        var courier = try RawCourier()
        try courier.say("{\"version\":2}")
        #expect(try courier.reply()?.failure?.code == .badConfiguration)
        #expect(try courier.reply() == nil)
    }

    @Test("a client that does not read its replies stops nobody but itself")
    func slowClient() throws {
        let size = 1 << 17
        let server = LoopbackServer.answering { _ in ok(String(repeating: "x", count: size)) }
        var courier = try RawCourier()
        try courier.configure(CourierConfiguration(allowedNetworks: ["127.0.0.1"]))
        for id in 1...8 { try courier.say(Self.get(server.url(), id: Int64(id), limit: size).line) }
        guard case .ready? = try courier.reply() else {
            Issue.record("not ready")
            return
        }
        for _ in 1...8 {
            guard case .answer(_, let answer)? = try courier.reply() else {
                Issue.record("no answer")
                return
            }
            #expect(answer.body.count == size)
        }
    }

    static func get(_ url: String, id: Int64 = 1, limit: Int = 1_000) -> CourierCommand {
        .http(
            id,
            NetworkRequest(
                .get, url, answerLimit: limit, connectTimeout: .milliseconds(mostTime), isRepeatable: true),
            timeout: mostTime)
    }
}
