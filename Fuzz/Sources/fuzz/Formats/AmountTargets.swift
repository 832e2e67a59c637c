@testable import ExactJSON
@testable import RouterEOSIO
@testable import RouterLinks
@testable import SchemeRouter

extension Target {
    /// Amounts of coins, and JSON numbers. Invariants:
    /// - a shorter parser finds the same units in a decimal amount, or both refuse it (S9);
    /// - an amount that is written is read as the same amount;
    /// - the parsers of links and of JSON read the same digits as the same number;
    /// - integers beyond 64 bits are added, compared and converted like smaller ones.
    static let amount = Target("amount", longest: 200) { bytes in
        var input = Input(bytes)
        let decimals = Int(input.byte() % 19)
        let text = input.text()
        guard let max = Amount(units: .max) else { return }
        let amount = try? Amount(text: text.utf8, decimals: decimals, max: max)
        expectEqual(
            amount?.units, Reference.units(text, decimals: decimals), "two readers find the same units in “\(text)”")
        if let amount {
            let written = amount.text(decimals: decimals)
            expectEqual(
                try? Amount(text: written.utf8, decimals: decimals, max: max), amount, "an amount is itself again")
            if amount.units > 0, let less = Amount(units: amount.units - 1) {
                expect(
                    (try? Amount(text: text.utf8, decimals: decimals, max: less)) == nil, "no amount exceeds the most")
            }
        }
        if let decimal = ExactDecimal(text) {
            let units: Int64? = try? decimal.units(decimals: decimals)
            if !text.contains(where: { "eE-".contains($0) }), let amount {
                expectEqual(units, amount.units, "links and JSON have the same numbers")
            }
            if let units, let wide: Int128 = try? decimal.units(decimals: decimals) {
                expectEqual(Int128(units), wide, "a number is the same in every type that it fits")
            }
            if decimal.isNegative, let units { expect(units < 0, "a negative number is below zero") }
        }
        wholeNumbers(text, input.text())
    }

    private static func wholeNumbers(_ left: String, _ right: String) {
        guard let one = WholeNumber(digits: left.utf8), let other = WholeNumber(digits: right.utf8) else { return }
        expectEqual(one.adding(other), other.adding(one), "adding does not depend on the order")
        expectEqual(WholeNumber(digits: one.description.utf8), one, "a number is itself again")
        let recounted = one.recounted(from: 18, to: 8)?.recounted(from: 8, to: 18)
        if let recounted { expect(!(recounted < one), "recounting never rounds down") }
        guard let small = UInt64(left), let also = UInt64(right), small <= .max / 4, also <= .max / 4 else { return }
        expectEqual(one.adding(other), WholeNumber(small + also), "numbers are added as those of 64 bits are")
        expectEqual(one < other, small < also, "numbers are compared as those of 64 bits are")
        let rounded = small / 10_000_000_000 + (small % 10_000_000_000 > 0 ? 1 : 0)
        expectEqual(one.recounted(from: 18, to: 8), WholeNumber(rounded), "numbers are recounted, and rounded up")
    }

    /// Amounts, names and times of EOSIO. Invariants: they are written as the same text, except for leading zeros; they
    /// survive packing; and a shorter parser finds the same units in an amount.
    static let asset = Target("asset", longest: 200) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        if let asset = try? Asset(text) {
            expectEqual(try? Asset(asset.description), asset, "an amount is itself again")
            unpacksAgain(asset.packed, as: "asset", asset.description)
            let digits = text.prefix { $0 != " " }.drop { $0 == "-" }
            expectEqual(
                Reference.units(String(digits), decimals: Int(asset.symbol.precision)).map(\.magnitude),
                asset.units.magnitude, "two readers find the same units")
            expect(asset.units.magnitude <= Asset.maxUnits.magnitude, "an amount has at most 62 bits")
        }
        if let symbol = Symbol(text) {
            expect(symbol.description.isSame(text), "a symbol is written in one way")
            unpacksAgain(symbol.packed, as: "symbol", text)
        }
        if let name = try? Name(text) {
            expect(name.description.isSame(text.trimmingPoints), "a name is written in one way")
            expectEqual(try? Name(name.description), name, "a name is itself again")
        }
        if let time = TimePointSec(text) {
            expectEqual(TimePointSec(time.description), time, "a time is itself again")
            unpacksAgain(time.packed, as: "time_point_sec", time.description)
        }
        if let key = try? AnyPublicKey(text) {
            expectEqual(try? AnyPublicKey(key.description), key, "a key is itself again")
            unpacksAgain(key.packed, as: "public_key", key.description)
        }
        if let signature = try? AnySignature(text) {
            expectEqual(try? AnySignature(signature.description), signature, "a signature is itself again")
            unpacksAgain(signature.packed, as: "signature", signature.description)
        }
    }

    /// Packed bytes must be unpacked to the same text.
    private static func unpacksAgain(_ bytes: [UInt8], as type: String, _ text: String) {
        guard let type = try? anything.type(named: type), let value = try? type.unpack(bytes) else {
            fatalError("broken promise: what was packed is unpacked: \(type) \(text)")
        }
        expectEqual(value.json, .string(text), "a value is itself again after packing")
        expectEqual(value.packed, bytes, "a value is packed in one way")
    }

    private static let anything: ABI = {
        let json = try? JSON(reading: Array(#"{"version":"eosio::abi/1.1"}"#.utf8), limits: .link)
        guard let json, let abi = try? ABI(json: json) else { fatalError("an interface without types is one") }
        return abi
    }()
}

extension String {
    /// Without trailing points, which have no meaning in a name.
    fileprivate var trimmingPoints: String {
        var text = self
        while text.utf8.last == UInt8(ascii: ".") { text.removeLast() }
        return text
    }
}
