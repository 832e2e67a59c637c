@testable import ExactJSON
@testable import RouterConnections
@testable import RouterCourierMessages
@testable import RouterCourierProgram
@testable import RouterLinks
@testable import SchemeRouter

extension Target {
    /// What the courier's program reads: a configuration, the URL of a request, a redirect's destination, and a line of
    /// a header, each up to a zero byte. Invariants:
    /// - a URL is written as it was read, and has the host and port that another parser finds; without a host that can
    ///   be shown it is invalid;
    /// - a redirect keeps the host and never lowers security;
    /// - an address that is not public is refused in every form, unless the person allows it (S7);
    /// - a header field is printable, on one line, and written as it was read; values of a request stay in one field;
    /// - every readable path is absolute.
    static let courierProgram = Target("courier-program", longest: 4_096) { bytes in
        var input = Input(bytes)
        let (settings, origin, target, line) = (input.piece(), input.text(), input.text(), input.bytes)
        if let json = try? JSON(reading: settings, limits: CourierLimits.command),
            let given = try? CourierConfiguration(json), let checked = try? CheckedConfiguration(given)
        {
            expect(checked.readable.allSatisfy { $0.utf8.first == UInt8(ascii: "/") }, "what is read has a full path")
            expect(checked.proxyUser == nil || checked.proxy?.scheme == "socks5h", "only a SOCKS proxy has a user")
            expect(given.credentials?.user?.contains(":") != true, "a user's name has no colon")
        }
        header(line, name: target)
        for text in [origin, target] { check(text) }
        guard let url = try? RequestURL(origin) else { return }
        for (method, count) in [(NetworkRequest.Method.get, 0), (.get, Redirect.maxCount), (.post, 0)] {
            guard let next = try? Redirect.follow(target, from: url, method: method, count: count) else { continue }
            expect(method == .get && count == 0, "a request that does something follows nobody, and nobody for ever")
            expect(next.host.isSame(url.host), "a redirect leads to the same host")
            let isUpgrade = (url.scheme, url.port, next.scheme, next.port) == ("http", 80, "https", 443)
            expect(next.hasOrigin(of: url) || isUpgrade, "a redirect leads to no less safety")
        }
    }

    private static func check(_ text: String) {
        guard let url = try? RequestURL(text) else { return }
        guard let again = try? RequestURL(url.text) else { fatalError("broken promise: a URL is one again") }
        expect(again.hasOrigin(of: url) && again.text.isSame(url.text), "a URL is itself again")
        expect(url.host.isSame(url.host.lowercased()) && !url.host.contains { "@/\\ ".contains($0) }, "a host is one")
        let last = url.host.split(separator: ".").last ?? ""
        expect(
            IPAddress(url.host) != nil || !last.allSatisfy { ("0"..."9").contains($0) },
            "a name does not end in a number")
        if let address = IPAddress(url.host) {
            let objection = AddressPolicy(networks: [], hosts: []).objection(to: address, of: url.host)
            expectEqual(objection == nil, SpecialRange.name(of: address) == nil, "what is not public is refused")
            expect(
                AddressPolicy(networks: [], hosts: []).objection(toProxied: url.host) == objection,
                "a proxy is not asked for what is refused")
            if address.bytes.count == 4, objection != nil, let mapped = try? RequestURL("http://[::ffff:\(address)]/"),
                let other = IPAddress(mapped.host)
            {
                expect(
                    AddressPolicy(networks: [], hosts: []).objection(to: other, of: mapped.host) != nil,
                    "what is not public is refused in every form")
            }
        }
        guard let server = ServerAddress(text) else { return }
        let shown = server.bareHost.lowercased()
        let host = shown.hasSuffix(".") ? String(shown.dropLast()) : shown
        if let address = IPAddress(url.host) {
            // libcurl has its own ways of reading numbers; such a host is never reported as public.
            expect(!SpecialRange.isLocal(address) || server.isPrivate, "what is local is known to be: \(text)")
            expect(IPAddress(host).map { $0 == address } ?? server.isPrivate, "two readers find the same host")
        } else {
            expect(url.host.isSame(host), "two readers find the same host")
        }
        let port = server.authority.utf8.split(separator: UInt8(ascii: ":")).last.flatMap { Int(Substring($0)) }
        if server.authority.utf8.count > server.host.utf8.count { expectEqual(url.port, port, "two readers agree") }
    }

    private static func header(_ line: [UInt8], name: String) {
        if let field = AnswerHeader.read(line) {
            expect(field.name.isSame(field.name.lowercased()) && !field.name.isEmpty, "a name has small letters")
            expect((field.name + field.value).utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a field is printable")
            expect(field.value.utf8.first != 0x20 && field.value.utf8.last != 0x20, "no space stands around a value")
            expectEqual(
                AnswerHeader.read(Array("\(field.name): \(field.value)\r\n".utf8)), field, "a field is itself again")
        }
        let given = [NetworkHeader(name, String(decoding: line, as: UTF8.self))]
        guard let lines = try? RequestHeaders.lines(given, hasBody: false) else { return }
        expect(lines.count == 2 && lines[0].isSame("Expect:"), "a field stays one")
        expect(lines[1].utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a field stays on one line")
        let read = AnswerHeader.read(Array(lines[1].utf8))
        expect(read?.name.isSame(name.lowercased()) == true, "a field is read under the name that it was given")
        expect(
            read?.value.isSame(given[0].value.trimmed) == true, "a field is read with the value that it was given")
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
