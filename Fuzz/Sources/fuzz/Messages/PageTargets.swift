import Foundation

@testable import RouterDemoPage

extension Target {
    /// What a browser sends to the demo page. The first byte is the size of the pieces in which it arrives. Invariants:
    /// - the pieces do not affect the head of a request, and one that is too long is refused;
    /// - its fields are in its text, and writing only them is read the same: it has one host and no body;
    /// - a request is accepted only for the page's own host and secret path, and one with an effect only from the page;
    /// - a response has one head, which contains the length of its body, and allows access to no other site.
    static let demoPage = Target("demo-page", longest: 10_000) { bytes in
        let text = Array(bytes.dropFirst())
        guard let end = text.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound else {
            let arrived = arriving(text, in: Int(bytes.first ?? 0))
            expectEqual(arrived, text.count > HTTPRequest.maxLength ? .tooLarge : .waiting, "half a head is none")
            return
        }
        let head = Array(text[..<end])
        let isLong = end > HTTPRequest.maxLength
        expectEqual(
            arriving(text, in: Int(bytes.first ?? 0)), isLong ? .tooLarge : .request(head),
            "a head is the same however it arrives")
        let status: HTTPStatus
        do throws(HTTPStatus) {
            let request = try HTTPRequest(head)
            check(request, of: head)
            let path = try guarded.path(of: request)
            expectEqual(request.host, guarded.authority, "nothing gets through at another host")
            expectEqual(request.target, "/\(guarded.token)/\(path)", "nothing gets through at another path")
            expect(request.origin ?? guarded.origin == guarded.origin, "nothing gets through from another site")
            if request.method != "GET" {
                expect(request.method == "POST" && request.origin != nil, "only the page itself does something")
            }
            status = .ok
        } catch {
            status = error
        }
        check(HTTPResponse(status), status)
    }

    private static let guarded = RequestGuard(authority: "127.0.0.1:8000", token: "secret")

    /// The result of a connection for bytes that arrive in pieces.
    private static func arriving(_ text: [UInt8], in size: Int) -> Connection.Progress {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends) == 0 else {
            fatalError("a pair of sockets")
        }
        defer { for end in ends { close(end) } }
        var connection = Connection(ends[0], now: .now)
        var rest = text[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size == 0 ? 5_000 : size * 40))
            guard send(ends[1], piece, piece.count, 0) == piece.count else { fatalError("a piece is sent") }
            rest = rest.dropFirst(piece.count)
            // One read takes 4,096 bytes.
            for _ in 0...piece.count / 4_096 {
                let progress = connection.read()
                if progress != .waiting { return progress }
            }
        }
        return .waiting
    }

    private static func check(_ request: HTTPRequest, of head: [UInt8]) {
        var lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        expectEqual(
            lines.removeFirst(), "\(request.method) \(request.target) HTTP/1.1", "the first line is what it says")
        for (name, value) in [("host", request.host), ("origin", request.origin)] {
            let said = lines.filter { $0.lowercased().hasPrefix("\(name):") }.map { line in
                String(line.dropFirst(name.count + 1).drop { $0 == " " || $0 == "\t" })
            }
            expectEqual(said, value.map { [$0] } ?? [], "“\(name)” is said once")
        }
        for line in lines {
            let name = line.prefix { $0 != ":" }.lowercased()
            expect(name != "transfer-encoding", "a request has no body")
            expect(!name.contains { $0.isWhitespace } && !name.isEmpty, "no line is folded")
        }
        var alone = "\(request.method) \(request.target) HTTP/1.1\r\nHost: \(request.host)"
        if let origin = request.origin { alone += "\r\nOrigin: \(origin)" }
        expectEqual(try? HTTPRequest(Array(alone.utf8)), request, "a request is itself again")
    }

    private static func check(_ response: HTTPResponse, _ status: HTTPStatus) {
        let parts = String(decoding: response.bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
        expect(parts.count == 2, "an answer has one head")
        let lines = parts[0].components(separatedBy: "\r\n")
        expect(lines[0].hasPrefix("HTTP/1.1 \(status.rawValue) "), "an answer says its status")
        expect(lines.contains("Content-Length: \(parts[1].utf8.count)"), "an answer says its length")
        expect(!parts[0].lowercased().contains("access-control"), "no other site may read an answer")
    }
}
