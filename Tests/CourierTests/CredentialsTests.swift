import Foundation
import RouterCourierMessages
import SchemeRouter
import Testing

@testable import RouterCourierProgram

/// The name and password of the person's own node.
@Suite struct CredentialsTests {
    private let server = LoopbackServer.answering { _ in ok() }
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func makeCourier(user: String? = nil, origin: String? = nil) throws -> TestCourier {
        try TestCourier(
            CourierConfiguration(
                allowedNetworks: ["127.0.0.0/8"],
                credentials: CourierCredentials(
                    origin: origin ?? server.url(""), file: scratch.path + "/cookie", user: user)))
    }

    private func basic(_ text: String) -> String {
        "Basic " + Data(text.utf8).base64EncodedString()
    }

    @Test("a cookie is read for each request, changed in place or written anew")
    func cookie() async throws {
        let courier = try makeCourier()
        try scratch.write("cookie", "__cookie__:first")
        _ = try await courier.client.send(.get(server.url()), until: .late)
        try scratch.write("cookie", "__cookie__:second\n")
        _ = try await courier.client.send(.get(server.url()), until: .late)
        // As a node does: another file of the same name, which the running courier may not read.
        try scratch.write("cookie", "__cookie__:third", atomically: true)
        _ = try await courier.client.send(.post(server.url(), body: [1]), until: .late)
        #expect(
            server.requests.map { $0.headers["authorization"] }
                == [basic("__cookie__:first"), basic("__cookie__:second"), basic("__cookie__:third")])
    }

    @Test("a node that was not running when the courier started is reached once it is")
    func laterCookie() async throws {
        let courier = try makeCourier()
        let error = await #expect(throws: NetworkError(.credentialsUnreadable, "", mayHaveArrived: false)) {
            try await courier.client.send(.get(server.url()), until: .late)
        }
        #expect(error?.hint == "The node writes it when it starts. Is the node running, on this network?")
        #expect(server.connections == 0)
        try scratch.write("cookie", "a:b")
        #expect(try await courier.client.send(.get(server.url()), until: .late).status == 200)
    }

    @Test("a file that belongs to another user comes with what to change")
    func denied() {
        #expect(
            CredentialsFile.advice(EACCES, isCookie: true)
                == "Start the node with rpccookieperms=group and join its group, or use “user” and “password-file”.")
        #expect(CredentialsFile.advice(EACCES, isCookie: false) == "Let the user who runs this program read it.")
        #expect(CredentialsFile.advice(ENOENT, isCookie: false) == nil)
    }

    @Test("a file that holds only the password goes with a name from the configuration")
    func password() async throws {
        try scratch.write("cookie", "pass:word\n")
        let courier = try makeCourier(user: "me")
        _ = try await courier.client.send(.get(server.url()), until: .late)
        #expect(server.requests.first?.headers["authorization"] == basic("me:pass:word"))
    }

    @Test("the password goes to its origin only")
    func otherOrigin() async throws {
        try scratch.write("cookie", "a:b")
        let other = LoopbackServer.answering { _ in ok() }
        let courier = try makeCourier()
        _ = try await courier.client.send(.get(server.url()), until: .late)
        _ = try await courier.client.send(.get(other.url()), until: .late)
        _ = try await courier.client.send(.get(server.url(host: "localhost")), until: .late)
        #expect(server.requests.map { $0.headers["authorization"] } == [basic("a:b"), nil])
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    }

    @Test("S8: a server that sends elsewhere gets no second request, and its failure does not quote the password")
    func redirect() async throws {
        try scratch.write("cookie", "me:pass-word")
        let server = LoopbackServer.answering { _ in
            "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 3\r\n\r\nold"
        }
        let courier = try TestCourier(
            CourierConfiguration(
                allowedNetworks: ["127.0.0.0/8"],
                credentials: CourierCredentials(origin: server.url(""), file: scratch.path + "/cookie")))
        for request in [NetworkRequest.get(server.url()), .post(server.url(), body: [1])] {
            let error = await #expect(throws: NetworkError(.redirectRefused, "", mayHaveArrived: true)) {
                try await courier.client.send(request, until: .late)
            }
            #expect(error?.message.contains("pass-word") == false, "\(error?.message ?? "")")
        }
        #expect(server.requests.count == 2)
    }

    @Test(
        "a file that holds no name and password is told, and nothing is sent",
        arguments: [
            "", "\n", "nocolon", "a:b\r\nX: y", "a:b\nc", "a:\u{0}", "ä:b", String(repeating: "a:", count: 1_000),
        ])
    func badCookies(_ text: String) async throws {
        try scratch.write("cookie", text)
        let courier = try makeCourier()
        let error = await #expect(throws: NetworkError(.credentialsUnreadable, "", mayHaveArrived: false)) {
            try await courier.client.send(.get(server.url()), until: .late)
        }
        #expect(error?.message.contains("nocolon") == false)
        #expect(server.connections == 0)
    }

    /// A server that lets nobody in without an answer to its challenge (RFC 7616).
    private static func challenging(_ request: ServerRequest) -> String {
        guard request.headers["authorization"] == nil else { return ok() }
        return "HTTP/1.1 401 Unauthorized\r\nContent-Length: 4\r\n"
            + "WWW-Authenticate: Digest qop=\"auth\",algorithm=MD5,realm=\"r\",nonce=\"n0nce\",stale=false\r\n\r\nnone"
    }

    private func makeDigestCourier(_ server: LoopbackServer) throws -> TestCourier {
        try scratch.write("cookie", "word")
        return try TestCourier(
            CourierConfiguration(
                allowedNetworks: ["127.0.0.0/8"],
                credentials: CourierCredentials(
                    origin: server.url(""), file: scratch.path + "/cookie", user: "me", isDigest: true)))
    }

    @Test(
        "S8: a challenge is answered on the connection that brought it, without the password, and asked for without the body"
    )
    func digest() async throws {
        let server = LoopbackServer.answering { Self.challenging($0) }
        let courier = try makeDigestCourier(server)
        for isRepeatable in [true, false] {
            let before = server.connections
            let answer = try await courier.client.send(
                .post(server.url(), body: Array("order".utf8), isRepeatable: isRepeatable), until: .late)
            #expect(answer.status == 200 && !answer.body.starts(with: "none".utf8))
            #expect(server.connections <= before + 1)
            let last = server.requests.suffix(2)
            #expect(last.map { String(decoding: $0.body, as: UTF8.self) } == ["", "order"])
            #expect(last.first?.headers["authorization"] == nil)
            let login = try #require(last.last?.headers["authorization"])
            #expect(login.hasPrefix("Digest ") && login.contains("username=\"me\"") && login.contains("n0nce"))
            #expect(!login.contains("word"))
        }
    }

    @Test("S7: a server that does not ask for a login gets no request: every web page could use it")
    func noChallenge() async throws {
        for status in ["200 OK", "500 Error", "302 Found"] {
            let server = LoopbackServer.answering { _ in "HTTP/1.1 \(status)\r\nContent-Length: 2\r\n\r\n{}" }
            let courier = try makeDigestCourier(server)
            let error = await #expect(throws: NetworkError(.badConfiguration, "", mayHaveArrived: false)) {
                try await courier.client.send(.post(server.url(), body: Array("order".utf8)), until: .late)
            }
            #expect(error?.message.contains("does not ask for a user name and password") == true)
            #expect(server.requests.allSatisfy { $0.body.isEmpty } && server.requests.count == 1)
        }
    }
}
