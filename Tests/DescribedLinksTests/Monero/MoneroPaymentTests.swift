import ExactJSON
import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterCoins

/// What the bytes of a prepared payment show to whoever has the transaction's key (`Tests/Vectors/monero-rpc`).
@Suite struct MoneroPaymentTests {
    /// A recorded answer to `transfer` that was not relayed.
    private struct Prepared {
        let payment: MoneroPayment
        let id: [UInt8]
        let images: [[UInt8]]
        let fee: Amount
        let payees: [Payee]
    }

    static let exchanges: [String: JSON] = {
        let data = (try? Data(contentsOf: testFolder.appending(path: "Vectors/monero-rpc/exchanges.jsonl"))) ?? Data()
        var all: [String: JSON] = [:]
        for line in data.split(separator: 0x0A) {
            guard let json = try? JSON(reading: Array(line), limits: JSONLimits(bytes: 8 << 20, depth: 16)),
                let id = json["id"]?.string
            else { continue }
            all[id] = json
        }
        return all
    }()

    static func parsed(_ text: String?) -> JSON? {
        text.flatMap { try? JSON(reading: Array($0.utf8), limits: JSONLimits(bytes: 8 << 20, depth: 16)) }
    }

    private static func units(_ json: JSON?) -> Amount? {
        if case .number(let number)? = json { Int64(number.text).flatMap { Amount(units: $0) } } else { nil }
    }

    /// Nil for a recording of something else, or without the transaction.
    private static func prepared(_ exchange: JSON) -> Prepared? {
        guard let asked = parsed(exchange["request"]?["body"]?.string)?["params"],
            let result = parsed(exchange["response"]?["body"]?.string)?["result"],
            let blob = result["tx_blob"]?.string.flatMap({ [UInt8](hexDigits: $0) }), !blob.isEmpty,
            let key = result["tx_key"]?.string.flatMap({ [UInt8](hexDigits: $0) }), !key.isEmpty,
            let id = result["tx_hash"]?.string.flatMap({ [UInt8](hexDigits: $0) }), let fee = units(result["fee"]),
            let images = result["spent_key_images"]?["key_images"]?.elements?.compactMap(\.string),
            (result["unsigned_txset"]?.string ?? "").isEmpty, let list = asked["destinations"]?.elements,
            let payment = MoneroPayment(bytes: blob, key: key)
        else { return nil }
        let payees = list.compactMap { item in
            item["address"]?.string.flatMap { address in
                units(item["amount"]).map { Payee(address: address, amount: $0) }
            }
        }
        return Prepared(
            payment: payment, id: id, images: images.compactMap { [UInt8](hexDigits: $0) }, fee: fee, payees: payees)
    }

    private static let recorded = exchanges.sorted { $0.key < $1.key }.compactMap { prepared($0.value) }

    private static func finding(_ prepared: Prepared, payees: [Payee]? = nil) -> MoneroPayment.Finding {
        prepared.payment.compare(
            id: prepared.id, keyImages: prepared.images, fee: prepared.fee, payees: payees ?? prepared.payees)
    }

    @Test(
        "S11: every payment that a real wallet prepared is found to be what was ordered",
        .enabled(if: Keccak256.installed != nil, "no library with Keccak-256: install libnettle8"))
    func recorded() throws {
        try #require(Self.recorded.count >= 5)
        for prepared in Self.recorded { #expect(Self.finding(prepared) == .same, "\(prepared.id.hex)") }
        #expect(Self.recorded.contains { $0.payees.contains { $0.address.hasPrefix("8") } }, "a subaddress")
        #expect(Self.recorded.contains { $0.payees.contains { $0.address.hasPrefix("4") } }, "a primary address")
    }

    @Test(
        "S16: one bit of the transaction, one unit of an amount, another recipient or another fee is noticed",
        .enabled(if: Keccak256.installed != nil, "no library with Keccak-256: install libnettle8"))
    func changed() throws {
        let prepared = try #require(Self.recorded.first)
        let first = prepared.payees[0]
        for place in stride(from: 0, to: prepared.payment.bytes.count, by: 7) {
            var bytes = prepared.payment.bytes
            bytes[place] ^= 1
            let changed = Prepared(
                payment: try #require(MoneroPayment(bytes: bytes, key: prepared.payment.secrets.flatMap { $0 })),
                id: prepared.id, images: prepared.images, fee: prepared.fee, payees: prepared.payees)
            #expect(Self.finding(changed) != .same, "byte \(place)")
        }
        let more = Payee(address: first.address, amount: try #require(Amount(units: first.amount.units + 1)))
        #expect(Self.finding(prepared, payees: [more]) != .same)
        let other = Payee(
            address:
                "42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm",
            amount: first.amount)
        #expect(Self.finding(prepared, payees: [other]) != .same)
        #expect(Self.finding(prepared, payees: [first, first]) != .same, "one output does not pay two")
        let fee = try #require(Amount(units: prepared.fee.units + 1))
        #expect(
            prepared.payment.compare(
                id: prepared.id, keyImages: prepared.images, fee: fee, payees: prepared.payees)
                == .other("has another fee than the wallet says"))
        #expect(
            prepared.payment.compare(
                id: prepared.id, keyImages: Array(prepared.images.dropFirst()), fee: prepared.fee,
                payees: prepared.payees) == .other("spends other coins than the wallet says"))
    }

    @Test("without a library that has the hash, nothing is claimed about the bytes")
    func unread() throws {
        let prepared = try #require(Self.recorded.first)
        #expect(
            prepared.payment.compare(
                id: prepared.id, keyImages: prepared.images, fee: prepared.fee, payees: prepared.payees, keccak: nil)
                == .unread)
    }

    @Test("keys of other lengths are no keys, and any bytes are read without harm")
    func shapes() throws {
        #expect(MoneroPayment(bytes: [], key: []) == nil && MoneroPayment(bytes: [1], key: [1]) == nil)
        #expect(MoneroPayment(bytes: [], key: [UInt8](repeating: 1, count: 18 * 32)) == nil)
        let prepared = try #require(Self.recorded.first)
        for count in 0..<prepared.payment.bytes.count where count % 13 == 0 {
            let cut = try #require(
                MoneroPayment(
                    bytes: Array(prepared.payment.bytes.prefix(count)), key: [UInt8](repeating: 0, count: 32)))
            #expect(
                cut.compare(id: prepared.id, keyImages: prepared.images, fee: prepared.fee, payees: prepared.payees)
                    != .same)
        }
        #expect(CryptoNoteKeys("") == nil && CryptoNoteKeys(String(repeating: "z", count: 95)) == nil)
    }
}
