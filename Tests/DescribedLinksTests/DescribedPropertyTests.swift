import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What must hold of every link of a described protocol.
@Suite struct DescribedPropertyTests {
    @Test("A scheme in capital letters means the same", arguments: Reading.good)
    func schemeCase(_ link: String) throws {
        let colon = try #require(link.firstIndex(of: ":"))
        let other = link[..<colon].uppercased() + link[colon...]
        #expect(try Reading.described(other) == Reading.described(link))
    }

    @Test("An unknown parameter is ignored and listed, wherever it stands", arguments: Reading.good)
    func unknown(_ link: String) throws {
        let request = try Reading.described(link)
        // A server's own parameters are its business, payloads have none, and contracts are called with any.
        let form = try #require(Reading.router.routes.scheme(named: request.header.scheme.utf8)?.links?.forms.first)
        guard !form.path.has(.server), !form.refusesParameters, request.action == .payment,
            !link.contains("/transfer")
        else { return }
        let other = link + (link.contains("?") ? "&" : "?") + "zz-nobody=1"
        let again = try Reading.described(other)
        #expect(again.payments == request.payments && again.facts == request.facts)
        #expect(again.header.ignored == request.header.ignored + ["zz-nobody"])
        let required = Reading.error(link + (link.contains("?") ? "&" : "?") + "req-nobody=1")
        #expect(required?.code == .unsupportedRequiredParameter)
    }

    @Test("S1: the order of the parameters of a payment means nothing", arguments: Reading.good)
    func permuted(_ link: String) throws {
        let request = try Reading.described(link)
        // Several recipients stand in an order, and so do the arguments of a contract.
        guard request.action == .payment, request.payments.count == 1, request.instructions.isEmpty,
            let question = link.firstIndex(of: "?"), !link.contains("reference=")
        else { return }
        let parts = link[link.index(after: question)...].split(separator: "&")
        let other = link[...question] + parts.reversed().joined(separator: "&")
        let again = try Reading.described(String(other))
        #expect(again.payments == request.payments && again.action == request.action)
    }

    @Test("One changed character of an address with a checksum refuses the link", arguments: Reading.good)
    func changed(_ link: String) throws {
        let request = try Reading.described(link)
        guard let address = request.payments.first?.address, address.checked == .checksum, request.payments.count == 1,
            let range = link.range(of: address.text.split(separator: ":").last.map(String.init) ?? "")
        else { return }
        var generator = SeededGenerator(seed: 14)
        for _ in 0..<12 {
            var text = Array(String(link[range]))
            let place = Int.random(in: 0..<text.count, using: &generator)
            let old = text[place]
            guard let new = "23456789acdefghjkmnpqrstuvwxyz".filter({ $0 != old }).randomElement(using: &generator)
            else {
                continue
            }
            text[place] = new
            let other = link.replacingCharacters(in: range, with: String(text))
            #expect(Reading.error(other) != nil, "\(other)")
        }
    }

    @Test("Bytes of any kind are read or refused, and the place of a mistake lies in the link", arguments: Reading.good)
    func mutated(_ link: String) {
        var generator = SeededGenerator(seed: UInt64(link.utf8.count))
        let interesting = Array("%&=?#;:/@\\.+0e-\u{7F}\"".utf8)
        for _ in 0..<60 {
            var bytes = Array(link.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) where bytes.count > 2 {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = interesting.randomElement(using: &generator) ?? 0
                case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 2: bytes.insert(interesting.randomElement(using: &generator) ?? 0, at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 3))
                }
            }
            do {
                let request = try Reading.router.read(bytes).request
                guard let plain = request.asDescribed?.plain else { continue }
                #expect((try? Reading.described(plain)) != nil, "\(String(decoding: bytes, as: UTF8.self)) → \(plain)")
            } catch let error as RequestError {
                if let range = error.range {
                    #expect(0...bytes.count ~= range.lowerBound && range.upperBound <= bytes.count)
                }
                #expect(!error.message.isEmpty)
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    @Test("S1: a cut link is never longer than it says, and the longest link of parameters is bounded")
    func bounds() {
        let many = "monero:\(PlainFormTests.monero)?" + (0..<300).map { "a\($0)=1" }.joined(separator: "&")
        #expect(Reading.error(many)?.code == .tooMuchToShow)
        let long = "monero:\(PlainFormTests.monero)?tx_description=" + String(repeating: "x", count: 8_192)
        #expect(Reading.error(long)?.code == .urlTooLong)
        let digits = "ethereum:\(PlainFormTests.ether)?value=" + String(repeating: "9", count: 4_000)
        #expect(Reading.error(digits)?.code == .invalidAmount)
        #expect(Reading.error("ethereum:\(PlainFormTests.ether)?value=1e78")?.code == .amountOutOfRange)
        #expect(
            Reading.error("ethereum:\(PlainFormTests.ether)?value=1e9999999999999999999")?.code == .amountOutOfRange)
    }
}
