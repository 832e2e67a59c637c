import RouterTestSupport
import Testing

@testable import SchemeRouter

/// How the parameters of described links are split and named, and which are refused.
@Suite struct DescribedParameterTests {
    private static let router = try! Reading.router(
        with: """
            version: 1
            schemes:
              names: { coin: monero, grammar: uri, links: { path: "{address}", parameters: {
                       amount: { is: amount, also: [a] }, l: { is: label }, n: { is: note },
                       p: { is: note, shape: number }, refs: { is: reference, many: true }, req-c: { is: note } } } }
              index: { coin: monero, grammar: uri, links: { path: "[{address}]", keys: { indexed: 12, escapes: texts },
                       parameters: { address: { is: address }, amount: { is: amount }, l: { is: label },
                       n: { is: note }, p: { is: note, shape: number }, refs: { is: reference, many: true } } } }
              dots: { coin: monero, grammar: uri, links: { path: "{address}", keys: { indexed: 9999 },
                      parameters: { a.b: { is: note }, n: { is: message } } } }
              folds: { coin: monero, grammar: uri, links: { path: "{address}",
                       keys: { case: any, plus: space, required: modifier }, parameters: { amount: { is: amount },
                       l: { is: label }, n: { is: note }, p: { is: note, shape: number }, r: { is: payment-request } } } }
              web: { coin: monero, grammar: uri, links: { path: "{address}", keys: { plus: form },
                     parameters: { p: { is: note, shape: number } } } }
              asks: { coin: monero, grammar: uri, links: { slashes: required, path: "{server}", does: withdraw,
                      keys: { others: server }, parameters: { tag: { is: action, values: [x] } } } }
              others: { coin: monero, grammar: uri, links: { path: "call/{function}", does: transaction,
                        parameters: { "*": { is: note } } } }
              groups: { coin: monero, grammar: uri, links: { path: "[{address}]", parameters: { amount: { is: amount },
                        addr: { is: address, many: true }, l: { is: label } } } }
              with: { coin: stellar, grammar: uri, links: { path: "{address}", parameters: {
                      asset: { is: asset, with: issuer }, issuer: { is: issuer }, memo: { is: memo, with: type },
                      type: { is: note }, must: { is: message, required: true } } } }
            """)

    private static func split(_ link: String) throws(RequestError) -> DescribedLink {
        try Reading.split(link, by: router)
    }

    private static func error(_ link: String) -> RequestError? { Reading.splittingError(link, by: router) }

    /// Each parameter as `rule(name)payment=value`; `!` stands before a required one.
    private static func parameters(_ link: String) throws -> [String] {
        try split(link).parameters.map {
            "\($0.isRequired ? "!" : "")\($0.rule.name)(\($0.name))\($0.payment)=\(String(decoding: $0.value, as: UTF8.self))"
        }
    }

    @Test(
        "parameters have the rules of their names",
        arguments: [
            ("names:x", []), ("names:x?", []), ("names:x?&&l=a&&n=b&", ["l(l)0=a", "n(n)0=b"]),
            ("names:x?l", ["l(l)0="]), ("names:x?l=", ["l(l)0="]), ("names:x?l=a=b", ["l(l)0=a=b"]),
            ("names:x?a=1", ["amount(a)0=1"]), ("names:x?amo%75nt=%31", ["amount(amount)0=1"]),
            ("names:x?refs=a&refs=a", ["refs(refs)0=a", "refs(refs)0=a"]), ("names:x?L=a", []),
            ("names:x?l=a+b%2B&p=1+2", ["l(l)0=a+b+", "p(p)0=1+2"]),
            ("folds:x?L=a+b&n=a+b&p=1+2", ["l(L)0=a b", "n(n)0=a b", "p(p)0=1+2"]), ("web:x?p=1+2%2B", ["p(p)0=1 2+"]),
            ("folds:x?amount=1", ["amount(amount)0=1"]),
            ("folds:x?req-amount=1&REQ-L=a", ["!amount(amount)0=1", "!l(L)0=a"]),
            (
                "index:x?amount=1&amount.1=2&amount.12=3&l.2=",
                [
                    "amount(amount)0=1", "amount(amount)1=2", "amount(amount)12=3", "l(l)2=",
                ]
            ),
            ("index:?l=%41&n=%42", ["l(l)0=A", "n(n)0=B"]), ("dots:x?a.b=1", ["a.b(a.b)0=1"]),
            ("dots:x?n.9999=1", ["n(n)9999=1"]), ("others:call/f?x=1&y=1", ["*(x)0=1", "*(y)0=1"]),
            (
                "groups:x?amount=1&addr=y&amount=2&l=a&addr=z&amount=3",
                [
                    "amount(amount)0=1", "addr(addr)1=y", "amount(amount)1=2", "l(l)0=a", "addr(addr)2=z",
                    "amount(amount)2=3",
                ]
            ),
            // Without a recipient before it, a text is of the first one after it.
            (
                "groups:?l=a&addr=y&amount=1&addr=z&amount=2",
                ["l(l)1=a", "addr(addr)1=y", "amount(amount)1=1", "addr(addr)2=z", "amount(amount)2=2"]
            ),
            ("groups:?addr=y&l=a&addr=z", ["addr(addr)1=y", "l(l)1=a", "addr(addr)2=z"]),
            ("groups:?l=a&amount=1&addr=y", ["l(l)1=a", "amount(amount)0=1", "addr(addr)1=y"]),
            ("groups:?l=a&amount=1", ["l(l)0=a", "amount(amount)0=1"]),
            ("with:x?asset=XLM&must=", ["asset(asset)0=XLM", "must(must)0="]),
            ("with:x?must=a&asset=USD&issuer=i", ["must(must)0=a", "asset(asset)0=USD", "issuer(issuer)0=i"]),
        ] as [(String, [String])])
    func reading(_ link: String, _ parameters: [String]) throws {
        #expect(try Self.parameters(link) == parameters, "\(link)")
    }

    @Test("what has no rule is ignored by its name, unless a server reads it")
    func ignored() throws {
        for (link, names) in [
            ("names:x?b=1&L=2&%62&&", ["b", "L", "b"]),
            (
                "index:x?amount.=1&amount.x=2&amount.1x=3&b.1=4",
                [
                    "amount.", "amount.x", "amount.1x", "b.1",
                ]
            ), ("asks://s.example?tag=x&b=1", []), ("others:call/f?b=1", []), ("names:x?l.1=a", ["l.1"]),
            // As it is shown: nothing that hides or reorders other text (S1).
            ("names:x?%C2%9B31m%E2%80%AEb=1", ["31mb"]),
            (
                "names:x?\(String(repeating: "y", count: 41))=1",
                [String(repeating: "y", count: 40)]
            ),
        ] {
            #expect(try Self.split(link).ignored == names, "\(link)")
        }
    }

    @Test("a wrong parameter is refused at its place")
    func refused() {
        let cases: [(link: String, code: RequestError.Code, range: Range<Int>?, parameter: String?)] = [
            // A name or a value that has an escape where none may be.
            ("index:x?amo%75nt=1", .malformedURL, 11..<12, nil),
            ("index:x?amount=1%31", .invalidEncoding, 16..<17, nil),
            ("index:x?p=%31", .invalidEncoding, 10..<11, nil), ("index:x?%62=1", .malformedURL, 8..<9, nil),
            // A value that is wrong although nobody reads it.
            ("names:x?b=%FF&l=a", .invalidEncoding, 10..<13, nil), ("names:x?b=a%4", .invalidEncoding, 11..<13, nil),
            ("names:x?%FF=a", .invalidEncoding, 8..<11, nil),
            // No value, or a wrong number.
            ("index:?amount", .malformedURL, 7..<13, "amount"),
            ("index:?amount.2&l=a", .malformedURL, 7..<15, "amount"),
            ("index:?amount.0=1", .malformedURL, 7..<15, nil), ("index:?amount.01=1", .malformedURL, 7..<16, nil),
            ("index:?amount.13=1", .malformedURL, 7..<16, nil), ("index:?b.13=1", .malformedURL, 7..<11, nil),
            ("dots:x?n.10000=1", .malformedURL, 7..<14, nil),
            ("dots:x?n.99999999999999999999=1", .malformedURL, 7..<29, nil),
            // Twice.
            ("names:x?l=a&n=b&l=", .duplicateParameter, 16..<18, "l"),
            ("names:x?a=1&amount=1", .duplicateParameter, 12..<20, "amount"),
            ("index:?l.1=a&l.1=b", .duplicateParameter, 13..<18, "l"),
            ("others:call/f?x=1&x=2", .duplicateParameter, 18..<21, "x"),
            ("groups:x?addr=y&amount=1&amount=2", .duplicateParameter, 25..<33, "amount"),
            ("groups:x?l=a&addr=y&l=b", .duplicateParameter, 20..<23, "l"),
            ("folds:x?l=a&req-L=b", .duplicateParameter, 12..<19, "l"),
            // Required, and unknown here.
            ("names:x?req-b=1", .unsupportedRequiredParameter, 8..<13, "b"),
            ("names:x?req-amount=1", .unsupportedRequiredParameter, 8..<18, "amount"),
            // S3: no descriptor makes it known.
            ("names:x?req-c=1", .unsupportedRequiredParameter, 8..<13, "c"),
            ("index:?req-amount.1=1", .unsupportedRequiredParameter, 7..<19, "amount.1"),
            ("folds:x?REQ-b", .unsupportedRequiredParameter, 8..<13, "b"),
            ("folds:x?req-r=1", .unsupportedRequiredParameter, 8..<13, "r"),
            ("others:call/f?req-x=1", .unsupportedRequiredParameter, 14..<19, "x"),
            ("others:call/f?a%26b=1", .malformedURL, 14..<19, nil),
            // Missing.
            ("with:x", .missingParameter, nil, "must"), ("with:x?asset=USD&must=a", .missingParameter, nil, "issuer"),
            ("with:x?must=a&memo=XLM", .missingParameter, nil, "type"),
            ("with:x?must=a&asset=xlm", .missingParameter, nil, "issuer"),
        ]
        for row in cases {
            let error = Self.error(row.link)
            #expect(error?.code == row.code && error?.range == row.range, "\(row.link): \(String(describing: error))")
            #expect(error?.parameter == row.parameter, "\(row.link): \(String(describing: error))")
        }
        #expect(
            Self.error("names:x?a=1&amount=2")?.message
                == "“amount” means the same as “a”, which the link already has.")
        for link in ["names:x?amount=1&amount=2", "folds:x?AMOUNT=1&amount=2"] {
            #expect(Self.error(link)?.message == "“amount” appears twice in the link.", "\(link)")
        }
        #expect(
            Self.error("folds:x?amount=1&req-amount=1")?.message
                == "“req-amount” means the same as “amount”, which the link already has.")
        #expect(Self.error("index:?l.1=a&l.1=b")?.message == "“l.1” appears twice in the link.")
        #expect(Self.error("names:x?REQ-b=1") == nil)
        let longest = String(repeating: "x", count: 40)
        for name in [longest, longest + "x"] {
            #expect(Self.error("names:x?req-\(name)=1")?.parameter == longest)
        }
        #expect(Self.error("index:?amount.13=1")?.hint == "It must be a number from 1 to 12 without leading zeros.")
        #expect(Self.error("index:?b.13=1")?.message == "The number after “b” is wrong.")
        #expect(Self.error("index:?req-amount.0=1")?.message == "The number after “req-amount” is wrong.")
        #expect(
            Self.error("index:x?amount=%31")?.message == "“amount” has a percent escape, which such links do not allow."
        )
    }

    @Test("a link has at most 256 parameters, whether they are known or not")
    func most() throws {
        let most = "names:x?" + String(repeating: "b=1&", count: 256)
        #expect(try Self.split(most + "&").ignored.count == 256)
        #expect(Self.error(most + "b=1&b=2") == RequestError(.tooMuchToShow, "", at: 1_032..<1_039))
        #expect(Self.error(most + "l=1") == RequestError(.tooMuchToShow, "", at: 1_032..<1_035))
    }
}
