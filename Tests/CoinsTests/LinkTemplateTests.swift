import RouterTestSupport
import Testing

@testable import SchemeRouter

/// How the link of a reply is written, and where it goes (S4).
@Suite struct LinkTemplateTests {
    private static let routes = Result { try RouteTable.load([.shipped]) }
    private static let blanks = [ReplyField("tx", .blank(.txid)), ReplyField("sig", .blank(.signature))]
    private static let object = ReplyValue.object([
        ReplyField("id", .blank(.txid)), ReplyField("n", .literal(.number(1))),
    ])

    private static func wake(_ template: String) throws -> WakeLink {
        try WakeLink(template: template, routes: routes.get())
    }

    @Test(
        "S4: only the scheme of the sender, “://” and fields go to it",
        arguments: [
            ("myapp", "myapp://", "", true), ("MyApp", "myapp://", "", false), ("other", "myapp://", "", false),
            ("myapp", "myapp://", "&x=1", false), ("myapp", "other://", "", false), ("myapp", "myapp:x/", "", false),
            ("myapp", "myapp:///", "", false), ("myapp", "myapp://x", "", false), ("myapp", "://", "", false),
            ("myapp", "", "", false), ("myapp", "MYAPP://", "", false),
        ])
    func goes(_ scheme: String, _ opening: String, _ ending: String, _ isRight: Bool) {
        let link = LinkTemplate(scheme: scheme, opening: opening, fields: Self.blanks, ending: ending)
        #expect(link.goes(to: "myapp") == isRight)
    }

    @Test("S4: a link to a sender is the one that is written out")
    func sender() {
        let link = LinkTemplate(to: "MyApp", Self.blanks)
        let written = LinkTemplate(scheme: "MyApp", opening: "MyApp://", fields: Self.blanks)
        #expect(link == written && link.hashValue == written.hashValue && link.description == written.description)
        #expect(link.opening == "MyApp://" && link.goes(to: "MyApp") && !link.goes(to: "myapp"))
        #expect(link != LinkTemplate(to: "myapp", Self.blanks) && link != LinkTemplate(to: "MyApp", []))
        #expect(link.with(ending: "&x").description == "MyApp://tx={txid}&sig={signature}&x")
        #expect(!link.with(ending: "&x").goes(to: "MyApp"))
    }

    @Test("blanks of a dapp's link are filled in its order, and the rest of the link stays")
    func filling() throws {
        let values: [ReplyBlank: String] = [.txid: "1&2", .signature: "3"]
        for (template, fields, link, description) in [
            ("shop://a?x={{tx}}", 1, "shop://a?x=1%262", "shop://a?x={txid}"),
            ("shop://a?x={{tx}}#end", 1, "shop://a?x=1%262#end", "shop://a?x={txid}#end"),
            ("shop://a?{{tx}}{{sig}}", 2, "shop://a?1%2623", "shop://a?{txid}{signature}"),
            ("shop://a?{{tx}}-{{sig}}!", 2, "shop://a?1%262-3!", "shop://a?{txid}-{signature}!"),
        ] {
            let filled = LinkTemplate(filling: try Self.wake(template), Array(Self.blanks.prefix(fields)))
            #expect(filled.completed(with: values) == link && filled.description == description)
            #expect(filled.completed(with: [:]) == nil)
        }
        // A plugin that fills more blanks than there are is refused, not trapped.
        let more = LinkTemplate(filling: try Self.wake("shop://a?{{tx}}-{{sig}}!"), Self.blanks + Self.blanks)
        #expect(more.description == "shop://a?{txid}-{signature}{txid}{signature}!")
    }

    @Test("JSON is percent-encoded, unless an old program can read it only as it is")
    func raw() throws {
        let fields = [ReplyField("p", Self.object)]
        let wake = try WakeLink("shop://a?x=1#f", routes: Self.routes.get())
        let encoded = PercentEncoding.encode(#"{"id":"8e","n":1}"#)
        for (link, text) in [
            (LinkTemplate(scheme: "shop", opening: "shop://", fields: fields), "shop://p=\(encoded)"),
            (
                LinkTemplate(scheme: "shop", opening: "shop://", fields: fields, isRaw: true),
                #"shop://p={"id":"8e","n":1}"#
            ),
            (LinkTemplate(continuing: wake, fields), "shop://a?x=1&p=\(encoded)#f"),
            (LinkTemplate(continuing: wake, fields, isRaw: true), #"shop://a?x=1&p={"id":"8e","n":1}#f"#),
            (LinkTemplate(filling: try Self.wake("shop://a?{{p}}"), fields), "shop://a?\(encoded)"),
        ] { #expect(link.completed(with: [.txid: "8e"]) == text) }
    }

    @Test("what is not yet known is written as its name, an object with blanks as that of its field")
    func description() {
        for (value, text) in [
            (.text("a b"), "a%20b"), (.literal(.number(1)), "1"), (.blank(.txid), "{txid}"), (.digits(.time), "{time}"),
            (Self.object, "{p}"), (.object([ReplyField("in", Self.object)]), "{p}"),
            (.object([ReplyField("a", .text("b"))]), PercentEncoding.encode(#"{"a":"b"}"#)),
        ] as [(ReplyValue, String)] {
            #expect(LinkTemplate(to: "myapp", [ReplyField("p", value)]).description == "myapp://p=\(text)")
        }
    }

    @Test("the bound on the length is the length of texts that are all escaped, and never less")
    func longest() throws {
        let escaped = [
            ReplyField("a", .text("%%%")), ReplyField("bcd", .blank(.txid)), ReplyField("e", .digits(.time)),
        ]
        let link = LinkTemplate(scheme: "shop", opening: "shop://x?", fields: escaped, ending: "#end")
        // One “&” less than there are fields.
        #expect(link.longestLength == link.description.utf8.count + 1)
        let sender = LinkTemplate(to: "myapp", escaped)
        #expect(sender.longestLength == sender.description.utf8.count + 1)
        let long = String(repeating: "-", count: 1_000)
        let filled = LinkTemplate(filling: try Self.wake("shop://a?{{tx}}\(long){{sig}}"), Self.blanks)
        #expect(filled.longestLength >= filled.description.utf8.count)
        let object = LinkTemplate(to: "myapp", [ReplyField("p", Self.object)])
        #expect(object.longestLength >= object.description.utf8.count)
    }

    @Test("S6: only a reply that could not be recorded, or that its only server did not take, is still owed")
    func owed() {
        for (delivery, isOwed) in [
            (.unrecorded, true), (.refusedByServer, true), (.started(.demo), false), (.told("dapp.example"), false),
            (.none("There is no app to notify."), false), (.failed("It is gone.", callback: nil), false),
            (.failed("It is gone.", callback: "myapp://a"), false),
        ] as [(CallbackDelivery, Bool)] { #expect(delivery.isOwed == isOwed, "\(delivery)") }
        guard case .failed(let reason, nil) = CallbackDelivery.refusedByServer else { return }
        #expect(
            reason
                == "Only its server receives the result. Open the same link again to resend the result; nothing else "
                + "is done again.")
    }
}
