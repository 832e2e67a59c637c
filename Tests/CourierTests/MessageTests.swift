import ExactJSON
import RouterBytes
import RouterCourierMessages
import SchemeRouter
import Testing

@Suite struct MessageTests {
    private static let request = NetworkRequest(
        .post, "https://node.example/", headers: [NetworkHeader("a", "b")], body: [0, 0xFF, 0x0A],
        answerLimit: 1_000, connectTimeout: .milliseconds(100), isRepeatable: true)

    private func read(_ line: [UInt8]) throws -> JSON {
        #expect(line.last == 0x0A)
        #expect(line.dropLast().contains(0x0A) == false)
        return try JSON(reading: Array(line.dropLast()), limits: CourierLimits.command)
    }

    @Test("what is said is understood")
    func roundTrips() throws {
        let rules = [CertificateRule?.none, .authority, .any, .pinned([UInt8](repeating: 0xFE, count: 32))]
        let servers = rules.map { rule in
            LineServer(host: "::1", port: 50_002, certificate: rule, lineLimit: 1 << 20)
        }
        let commands =
            [
                CourierCommand.http(1, Self.request, timeout: 5_000), .cancel(.max), .take(2, weight: 1 << 20),
                .send(3, [0, 0xFF, 0x0A], over: 2, timeout: 30_000),
            ] + servers.map { .connect(2, $0, timeout: 1) }
        for command in commands { #expect(try CourierCommand(line: read(command.line)) == command) }
        let failure = NetworkError(.timedOut, "“late”\n", mayHaveArrived: true)
        let answer = NetworkAnswer(status: 503, headers: [NetworkHeader("a", "b")], body: [1, 2])
        let replies = [
            CourierAnswer.ready(landlock: nil), .ready(landlock: 7), .refused(failure), .answer(2, answer),
            .failure(3, failure), .connected(4, certificate: nil), .connected(4, certificate: [1, 2]), .line(4, []),
            .line(4, [0, 0xFF]), .sent(5),
        ]
        for reply in replies { #expect(try CourierAnswer(line: read(reply.line)) == reply) }
        let configuration = CourierConfiguration(
            proxy: "http://h:1", proxyUser: "dash", allowedNetworks: ["::1"], allowedHosts: ["h"], authorities: "/ca",
            credentials: CourierCredentials(origin: "http://h", file: "/f", user: "u"),
            sockets: [CourierSocket(origin: "http://h:1", path: "/s"), CourierSocket(origin: "http://h:2", path: "/t")])
        for given in [configuration, CourierConfiguration()] {
            #expect(try CourierConfiguration(given.json) == given)
        }
    }

    @Test(
        "anything but a command is refused",
        arguments: [
            "[]", "{}", #"{"id":1}"#, #"{"id":"1","cancel":true}"#, #"{"id":1,"cancel":false}"#,
            #"{"id":1.5,"cancel":true}"#, #"{"id":1,"cancel":true,"later":1}"#, #"{"id":1,"http":{}}"#,
            #"{"id":1,"take":1,"cancel":true}"#, #"{"id":1,"take":"1"}"#, #"{"id":1,"connect":{}}"#,
            #"{"id":1,"connect":{"host":"h","port":1,"proof":"all","timeout":1,"lineLimit":1}}"#,
            #"{"id":1,"connect":{"host":"h","port":-1,"proof":"none","timeout":1,"lineLimit":1}}"#,
            #"{"id":1,"connect":{"host":"h","port":65536,"proof":"none","timeout":1,"lineLimit":1}}"#,
            #"{"id":1,"connect":{"host":"h","port":1,"proof":"AAAA","timeout":1,"lineLimit":1}}"#,
            #"{"id":1,"send":{"connection":1,"bytes":"a","timeout":1}}"#,
        ])
    func badCommands(_ text: String) throws {
        let json = try JSON(reading: Array(text.utf8), limits: CourierLimits.command)
        #expect(throws: MessageError.self) { _ = try CourierCommand(line: json) }
    }

    @Test("a member that nobody knows, or another version, is no configuration")
    func badConfigurations() throws {
        let good = String(decoding: CourierConfiguration().json.bytes, as: UTF8.self)
        for bad in [
            good.replacing("\"version\":1", with: "\"version\":2"), good.replacing("\"proxy\"", with: "\"prxy\""),
            good.replacing("[]", with: "[1]"), good.replacing("[]", with: "null"),
        ] {
            #expect(bad != good)
            let json = try JSON(reading: Array(bad.utf8), limits: CourierLimits.command)
            #expect(throws: MessageError.self) { _ = try CourierConfiguration(json) }
        }
    }

    @Test("every failure of a courier arrives with its words", arguments: NetworkError.Code.allCases)
    func codes(_ code: NetworkError.Code) throws {
        for mayHaveArrived in [true, false] {
            let said = NetworkError(code, "“\(code)”\n", mayHaveArrived: mayHaveArrived)
            let line = try read(CourierAnswer.failure(3, said).line)
            // Only the client can say that no courier is there.
            if code == .courierUnavailable || code == .courierEnded {
                #expect(throws: MessageError.self) { _ = try CourierAnswer(line: line) }
                continue
            }
            guard case .failure(3, let heard) = try CourierAnswer(line: line) else {
                Issue.record("no failure")
                return
            }
            #expect(heard == said && heard.message == said.message && heard.hint == nil)
        }
    }

    @Test(
        "Base64 as RFC 4648, 10 has it",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(_ text: String, _ encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded.utf8) == Array(text.utf8))
    }

    @Test("Base64 is read only in the one form that is written")
    func strictBase64() {
        for text in [
            "Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zg==Zg==", "=g==", "Z===", "Zm 8", "Zm8=\n", "Zm-_", "Zm\u{E4}v",
        ] {
            #expect(Base64.decode(text.utf8) == nil, "\(text)")
        }
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255) }
            #expect(Base64.decode(Base64.encode(bytes).utf8) == bytes)
        }
    }

    @Test("lines come out as they went in, however they were cut")
    func lines() {
        let text = Array("one\n\ntwo\nthree".utf8)
        for size in 1...text.count {
            var buffer = LineBuffer(limit: 5)
            var lines: [String] = []
            for start in stride(from: 0, to: text.count, by: size) {
                buffer.append(text[start..<min(start + size, text.count)])
                while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
            }
            #expect(lines == ["one", "", "two"])
            #expect(!buffer.isOverfull)
            buffer.append([UInt8](repeating: 0x61, count: 6)[...])
            #expect(buffer.next() == nil)
            #expect(buffer.isOverfull)
        }
    }
}
