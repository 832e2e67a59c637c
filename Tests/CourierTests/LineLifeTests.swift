import Glibc
import RouterCourierMessages
import SchemeRouter
import Testing

/// Connections that are closed, cancelled, flooded, stuck, or lose their courier.
@Suite struct LineLifeTests {
    @Test("a cancelled task gives up its wait and no other's")
    func cancellation() async throws {
        let gate = Gate()
        let server = LoopbackServer { connection in
            gate.wait()
            connection.write("line\n")
            connection.waitForEnd()
        }
        let courier = try TestCourier()
        let connection = try await courier.client.connect(to: server.inLines(), until: .late)
        let cancelled = Task { try await connection.receive(until: .late) }
        let waiting = Task { try await connection.text() }
        cancelled.cancel()
        await #expect(throws: NetworkError(.cancelled, "", mayHaveArrived: false)) { try await cancelled.value }
        gate.open()
        #expect(try await waiting.value == "line")
        let before = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await connection.receive(until: .late)
        }
        await #expect(throws: NetworkError(.cancelled, "", mayHaveArrived: false)) { try await before.value }
    }

    @Test("a cancelled task ends its connecting")
    func cancelledConnecting() async throws {
        let ended = Gate()
        let server = LoopbackServer { connection in
            connection.waitForEnd()
            ended.open()
        }
        let courier = try TestCourier()
        let target = LineServer(host: "127.0.0.1", port: server.port, certificate: .any)
        let task = Task { try await courier.client.connect(to: target, until: .late) }
        #expect(await waits { server.connections == 1 })
        task.cancel()
        await #expect(throws: NetworkError(.cancelled, "", mayHaveArrived: false)) { try await task.value }
        await Task.detached { ended.wait() }.value
    }

    @Test("closing ends every wait and the connection; so does its last reference, and not its client's")
    func closing() async throws {
        let ended = Box()
        let server = LoopbackServer { connection in
            while let line = connection.line() { connection.write(line + [0x0A]) }
            ended.add("ended")
        }
        var courier: TestCourier? = try TestCourier()
        let first = try #require(try await courier?.client.connect(to: server.inLines(), until: .late))
        var second: (any LineConnection)? = try await courier?.client.connect(to: server.inLines(), until: .late)
        let waiting = Task { try await first.receive(until: .late) }
        first.close()
        await #expect(throws: NetworkError(.cancelled, "", mayHaveArrived: false)) { try await waiting.value }
        await #expect(throws: NetworkError(.cancelled, "", mayHaveArrived: false)) { try await first.send("more") }
        #expect(await waits { ended.texts.count == 1 })
        // The client goes, the connection stays.
        let process = try #require(courier?.processes.first)
        courier = nil
        try await second?.send("still there")
        #expect(try await second?.text() == "still there")
        second = nil
        #expect(await waits { ended.texts.count == 2 })
        #expect(await waits { kill(process, 0) != 0 })
    }

    @Test("a courier that is killed ends its connections; the next connection has a new one")
    func killed() async throws {
        let server = LoopbackServer { connection in
            while let line = connection.line() { connection.write(line + [0x0A]) }
        }
        let courier = try TestCourier()
        let connection = try await courier.client.connect(to: server.inLines(), until: .late)
        try await connection.send("one")
        #expect(try await connection.text() == "one")
        let waiting = Task { try await connection.receive(until: .late) }
        courier.signal(SIGKILL)
        await #expect(throws: NetworkError(.courierEnded, "", mayHaveArrived: true)) { try await waiting.value }
        await #expect(throws: NetworkError(.courierEnded, "", mayHaveArrived: false)) {
            try await connection.send("two")
        }
        let again = try await courier.client.connect(to: server.inLines(), until: .late)
        try await again.send("three")
        #expect(try await again.text() == "three")
    }

    @Test("a courier that does not answer is not waited for, and nothing it was to connect to has heard anything")
    func stopped() async throws {
        let server = LoopbackServer { $0.waitForEnd() }
        let courier = try TestCourier()
        _ = try await courier.client.connect(to: server.inLines(), until: .late)
        courier.signal(SIGSTOP)
        await #expect(throws: NetworkError(.timedOut, "", mayHaveArrived: false)) {
            try await courier.client.connect(to: server.inLines(), until: .now.advanced(by: .milliseconds(100)))
        }
        _ = try await courier.client.connect(to: server.inLines(), until: .late)
    }

    @Test("a server that floods fills the window and no more, and keeps nobody from anything")
    func flood() throws {
        let server = LoopbackServer { connection in
            var number = 0
            while connection.write("\(number)\n") { number += 1 }
        }
        let other = LoopbackServer.answering { _ in ok() }
        var courier = try RawCourier()
        try courier.configure(CourierConfiguration(allowedNetworks: ["127.0.0.1"]))
        try courier.say(Self.connect(server.port, id: 1).line)
        guard case .ready? = try courier.reply(), case .connected(1, nil)? = try courier.reply() else {
            Issue.record("not connected")
            return
        }
        var number = 0
        var weight = 0
        while weight < CourierLimits.unreadLines {
            guard case .line(1, let line)? = try courier.reply() else {
                Issue.record("no line")
                return
            }
            #expect(line.elementsEqual("\(number)".utf8))
            number += 1
            weight += CourierLimits.weight(ofLine: line.count)
        }
        for id: Int64 in 2...4 {
            try courier.say(LifeTests.get(other.url(), id: id).line)
            guard case .answer(id, _)? = try courier.reply() else {
                Issue.record("something else than the answer")
                return
            }
        }
        try courier.say(CourierCommand.take(1, weight: Int64(CourierLimits.unreadLines)).line)
        guard case .line(1, let line)? = try courier.reply() else {
            Issue.record("no line after the window was opened")
            return
        }
        #expect(line.elementsEqual("\(number)".utf8))
        try courier.say(CourierCommand.cancel(1).line)
        while let reply = try courier.reply() {
            guard case .line = reply else {
                #expect(reply.failure?.code == .cancelled)
                break
            }
        }
    }

    @Test("a flood that is read comes whole and in order")
    func floodRead() async throws {
        let count = 10_000
        let server = LoopbackServer { connection in
            for number in 0..<count { connection.write("\(number)\n") }
            connection.waitForEnd()
        }
        let courier = try TestCourier()
        let connection = try await courier.client.connect(to: server.inLines(), until: .late)
        for number in 0..<count {
            let text = try await connection.text()
            guard text == "\(number)" else {
                Issue.record("\(text) instead of \(number)")
                return
            }
        }
    }

    @Test("a server that takes nothing: sending ends in time, more is refused, and half a line closes the connection")
    func stuck() throws {
        let gate = Gate()
        let server = LoopbackServer { _ in gate.wait() }
        defer { gate.open() }
        var courier = try RawCourier()
        try courier.configure(CourierConfiguration(allowedNetworks: ["127.0.0.1"]))
        try courier.say(Self.connect(server.port, id: 1).line)
        guard case .ready? = try courier.reply(), case .connected(1, nil)? = try courier.reply() else {
            Issue.record("not connected")
            return
        }
        let bytes = [UInt8](repeating: 0x61, count: CourierLimits.requestBody)
        // More than the system's buffers hold, and then more than the courier does.
        var id: Int64 = 2
        var failure: NetworkError?
        while failure == nil {
            try courier.say(CourierCommand.send(id, bytes, over: 1, timeout: mostTime).line)
            // The replies of those that went out come between.
            try courier.say(CourierCommand.send(1_000, [1], over: 9, timeout: 1).line)
            while let reply = try courier.reply() {
                guard case .failure(let number, let reason) = reply else { continue }
                if number == 1_000 { break }
                failure = reason
            }
            id += 1
        }
        #expect(failure?.code == .busy)
        #expect(failure?.mayHaveArrived == false)
        // One that has not begun is given up without harm.
        let last = id - 2
        try courier.say(CourierCommand.cancel(last).line)
        // The system may enlarge its buffers meanwhile, and an earlier one goes out.
        var reply = try courier.reply()
        while case .sent(let earlier)? = reply, earlier < last { reply = try courier.reply() }
        #expect(reply == .failure(last, .unsent(.cancelled, "Sending was cancelled.")))
    }

    @Test("what is stuck in the middle of a line is given up with the connection")
    func stuckInTheMiddle() throws {
        let gate = Gate()
        let server = LoopbackServer { _ in gate.wait() }
        defer { gate.open() }
        var courier = try RawCourier()
        try courier.configure(CourierConfiguration(allowedNetworks: ["127.0.0.1"]))
        try courier.say(Self.connect(server.port, id: 1).line)
        guard case .ready? = try courier.reply(), case .connected(1, nil)? = try courier.reply() else {
            Issue.record("not connected")
            return
        }
        let bytes = [UInt8](repeating: 0x61, count: CourierLimits.requestBody)
        for id: Int64 in 2...100 {
            try courier.say(CourierCommand.send(id, bytes, over: 1, timeout: 2_000).line)
            let reply = try #require(try courier.reply())
            if case .sent(id) = reply { continue }
            #expect(reply.failure?.code == .timedOut)
            #expect(reply.failure?.mayHaveArrived == true)
            break
        }
        let end = try #require(try courier.reply())
        guard case .failure(1, let failure) = end else {
            Issue.record("not the connection's end: \(end)")
            return
        }
        #expect(failure.code == .timedOut)
        #expect(failure.mayHaveArrived)
    }

    @Test("what no client of ours says is refused, and harms no connection")
    func strangeCommands() throws {
        let server = LoopbackServer { connection in
            while let line = connection.line() { connection.write(line + [0x0A]) }
        }
        var courier = try RawCourier()
        try courier.configure(CourierConfiguration(allowedNetworks: ["127.0.0.1"]))
        try courier.say(Self.connect(server.port, id: 1).line)
        guard case .ready? = try courier.reply(), case .connected(1, nil)? = try courier.reply() else {
            Issue.record("not connected")
            return
        }
        let good = LineServer(host: "127.0.0.1", port: server.port, certificate: nil, lineLimit: 1_000)
        let times = [0, CourierLimits.milliseconds + 1, -1].map { (good, $0) }
        let limits = [0, CourierLimits.answerBody + 1].map { limit in
            (LineServer(host: good.host, port: good.port, certificate: nil, lineLimit: limit), mostTime)
        }
        for (server, timeout) in times + limits {
            try courier.say(CourierCommand.connect(2, server, timeout: timeout).line)
            #expect(try courier.reply()?.failure?.code == .badRequest, "\(server.lineLimit) \(timeout)")
        }
        let sendings = [
            (CourierCommand.send(3, [], over: 1, timeout: 1_000), NetworkError.Code.badRequest),
            (.send(3, [1], over: 1, timeout: 0), .badRequest), (.send(3, [1], over: 9, timeout: 1_000), .brokenAnswer),
        ]
        for (sending, code) in sendings {
            try courier.say(sending.line)
            let failure = try courier.reply()?.failure
            #expect(failure?.code == code && failure?.mayHaveArrived == false)
        }
        // Nobody has what these speak of; nothing comes of them.
        for command in [CourierCommand.take(9, weight: 1), .take(1, weight: .min), .take(1, weight: .max), .cancel(9)] {
            try courier.say(command.line)
        }
        try courier.say(CourierCommand.send(4, [0x61, 0x0A], over: 1, timeout: mostTime).line)
        #expect(try courier.reply() == .sent(4))
        #expect(try courier.reply() == .line(1, [0x61]))
        // The number of another connection is not given again; that one goes on.
        try courier.say(Self.connect(server.port, id: 1).line)
        #expect(try courier.reply()?.failure?.code == .badRequest)
    }

    static func connect(_ port: UInt16, id: Int64) -> CourierCommand {
        .connect(
            id,
            LineServer(host: "127.0.0.1", port: port, certificate: nil, lineLimit: 1_000), timeout: mostTime)
    }
}
