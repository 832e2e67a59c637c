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
}
