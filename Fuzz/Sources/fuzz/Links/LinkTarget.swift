@testable import RouterLinks
@testable import SchemeRouter

extension Target {
    /// Whole links, read by the plugin of their scheme. Invariants:
    /// - reading again gives the same request or the same error;
    /// - a router with only the scheme's part of the descriptors, as for a click, reads the same as one with all of
    ///   them;
    /// - surrounding white space makes no difference (S1);
    /// - every position in an error is inside the link.
    static let link = Target("link", longest: 9_000) { bytes in
        let read = result { () throws(RequestError) in try Shipped.router.read(bytes).request }
        let again = result { () throws(RequestError) in try Shipped.router.read(bytes).request }
        expectEqual(read, again, "a link is read the same twice")
        if case .failure(let error) = read, let range = error.range {
            expect(range.lowerBound >= 0 && range.upperBound <= bytes.count, "the place of an error is in the link")
        }
        if let link = try? LinkBytes(bytes), !link.scheme.isEmpty {
            let scheme = String(decoding: bytes[link.scheme], as: UTF8.self).lowercased()
            if let name = Shipped.routes.scheme(named: scheme.utf8)?.name, let router = Shipped.excerpts[name] {
                let part = result { () throws(RequestError) in try router.read(bytes).request }
                expectEqual(read, part, "an excerpt of the descriptors reads a link as all of them do")
            }
        }
        let padded = result { () throws(RequestError) in
            try Shipped.router.read([0x20, 0x0A] + bytes + [0x0D, 0x0A, 0x09]).request
        }
        switch (read, padded) {
        case (.success(let left), .success(let right)):
            expectEqual(left.action, right.action, "white space around a link makes no difference")
            expectEqual(left.header.scheme, right.header.scheme, "white space around a link makes no difference")
            expectEqual(left.asDescribed?.payments, right.asDescribed?.payments, "white space makes no difference")
            if case .payment(let one) = left, case .payment(let other) = right {
                expectEqual(one.address, other.address, "white space pays the same")
                expectEqual(one.amount, other.amount, "white space pays the same")
            }
        case (.failure(let left), .failure(let right)):
            expectEqual(left.code, right.code, "white space around a link makes no difference")
        case (.success, .failure), (.failure, .success):
            fatalError("broken promise: white space around a link makes no difference")
        }
    }
}
