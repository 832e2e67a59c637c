import RouterTestSupport
import SchemeRouter
import Testing

/// Links as the desktops' openers deliver them: byte for byte what `openers.json` says, read by the real router.
@Suite struct IncomingLinkTests {
    private static let router = RequestVectorTests.router
    private static let address = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
    private static let pay = "dashwallet://pay=\(address)&sender=myapp"

    @Test("the table has all 29 rows, and says of each what every opener does")
    func complete() {
        #expect(Set(OpenerTable.rows.map(\.number)) == Set(1...29))
        for row in OpenerTable.rows {
            let named = (row.delivered + row.elsewhere).flatMap(\.openers) + row.notDelivered
            #expect(Set(named).isSuperset(of: OpenerTable.openers), "\(row)")
            #expect(named.count == Set(named).count, "\(row) says two things of one opener")
        }
    }

    @Test("every form in which a link arrives is read or refused at its place", arguments: OpenerTable.rows)
    func delivered(_ row: OpenerTable.Row) throws {
        for delivery in row.delivered {
            let read = Result { () throws(RequestError) in try Self.router.read(Array(delivery.link.utf8)) }
            switch read {
            case .failure(let error): Self.compare(error, delivery)
            case .success(let link): try Self.compare(link, delivery)
            }
        }
    }

    @Test("what leaks to a web browser is not a link of ours", arguments: OpenerTable.rows)
    func leaked(_ row: OpenerTable.Row) {
        for leak in row.elsewhere {
            #expect(throws: RequestError(.unsupportedScheme, "", at: 0..<4)) {
                try Self.router.read(Array(leak.link.utf8))
            }
        }
    }

    @Test(
        "KDE lower-cases what it takes for a host: the error names it where the link has “//”",
        arguments: ["dashwallet://pay=", "dashwallet:pay=", "dashwallet:///pay=", "dashwallet:?pay="])
    func caseFolded(_ start: String) throws {
        let link = start + Self.address.lowercased() + "&sender=myapp"
        let error = try #require(throws: RequestError.self) { try Self.router.read(Array(link.utf8)) }
        #expect(error.code == .invalidAddress)
        #expect(error.reason == "addressCaseFolded")
        #expect(error.range == start.utf8.count..<start.utf8.count + Self.address.utf8.count)
        #expect(error.hint?.contains("lower-case") == start.contains("//"))
    }

    @Test("a single wrong letter is not mistaken for lower-casing")
    func wrongLetter() throws {
        let link = "dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHab&sender=myapp"
        let error = try #require(throws: RequestError.self) { try Self.router.read(Array(link.utf8)) }
        #expect(error.code == .invalidAddress)
        #expect(error.reason == nil)
    }

    @Test("S1: 8,192 bytes are read and 8,193 are not; white space around a link does not count")
    func length() throws {
        func link(bytes: Int) -> [UInt8] {
            let start = Self.pay + "&x="
            return Array((start + String(repeating: "a", count: bytes - start.utf8.count)).utf8)
        }
        #expect(try Self.router.read(link(bytes: 8_192)).request.action == .payment)
        #expect(try Self.router.read([0x20] + link(bytes: 8_192) + [0x0A]).request.action == .payment)
        #expect(throws: RequestError(.urlTooLong, "", at: 8_192..<8_193)) {
            try Self.router.read(link(bytes: 8_193))
        }
        #expect(throws: RequestError(.urlTooLong, "", at: 8_192..<8_193)) {
            try Self.router.read(link(bytes: 131_000))
        }
    }

    @Test("S1: every byte that is no visible ASCII character is refused at its place, raw and encoded")
    func controls() throws {
        let start = Array((Self.pay + "&message=a").utf8)
        for byte in Array(UInt8(0x00)...0x20) + Array(0x7F...0xFF) + Array("@\\".utf8) {
            #expect(throws: RequestError(.malformedURL, "", at: start.count..<start.count + 1), "byte \(byte)") {
                try Self.router.read(start + [byte] + Array("b".utf8))
            }
        }
        // A message may have several lines (PercentDecodingTests).
        for byte in Array(UInt8(0x00)...0x1F) + [0x7F] where !"\t\n\r".utf8.contains(byte) {
            let hex = String(byte, radix: 16)
            let escape = Array(("%" + (byte < 16 ? "0" : "") + hex + "b").utf8)
            #expect(throws: RequestError(.invalidEncoding, "", at: start.count..<start.count + 3), "byte \(byte)") {
                try Self.router.read(start + escape)
            }
        }
    }

    @Test("row 23: “=” encoded by a browser because of an “@” is refused, and the refusal says what to do")
    func userinfo() throws {
        let row = try #require(OpenerTable.rows.first { $0.number == 23 })
        let link = try #require(row.link(by: "chromium"))
        #expect(link.contains("%3D"))
        let error = try #require(throws: RequestError.self) { try Self.router.read(Array(link.utf8)) }
        let place = try #require(error.range)
        #expect(Array(link.utf8)[place] == Array("@".utf8)[...])
        #expect(error.hint?.contains("%40") == true)
        let remedy = Self.pay + "&message=a%40b.c"
        #expect(try Self.router.read(Array(remedy.utf8)).request.action == .payment)
    }

    private static func compare(_ error: RequestError, _ delivery: OpenerTable.Delivery) {
        #expect(error.code.rawValue == delivery.expect["error"]?.text, "\(delivery)")
        let range = delivery.expect["range"]?.elements.compactMap(\.integer)
        #expect(error.range.map { [Int64($0.lowerBound), Int64($0.upperBound)] } == range, "\(delivery)")
        #expect(error.reason == delivery.expect["reason"]?.text, "\(delivery)")
    }

    private static func compare(_ link: ReadLink, _ delivery: OpenerTable.Delivery) throws {
        let expect = delivery.expect
        guard case .payment(let payment) = link.request else {
            Issue.record("\(delivery) is not a payment")
            return
        }
        #expect(expect["outcome"]?.text == "pay", "\(delivery)")
        #expect(payment.address == expect["address"]?.text, "\(delivery)")
        #expect(payment.amount?.units == expect["amount"]?.integer, "\(delivery)")
        #expect(payment.message?.text == expect["message"]?.text, "\(delivery)")
        let header = link.request.header
        #expect(header.sender?.scheme == expect["sender"]?.text, "\(delivery)")
        #expect(header.warnings.map(\.code.rawValue) == expect["warnings"]?.elements.compactMap(\.text), "\(delivery)")
        #expect(header.ignored == expect["ignored"]?.elements.compactMap(\.text), "\(delivery)")
    }
}
