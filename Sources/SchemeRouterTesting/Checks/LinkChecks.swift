import SchemeRouter

/// The good links are read, with the expected result.
enum LinkChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck("link-read", "every good link is read, as the action that it asks for") { bench in
            var notes = Notes()
            for good in bench.links {
                let read = bench.read(good.link)
                notes.expect(
                    read.request?.action == good.meaning.action, "\(Bench.shown(good.link)) is \(Bench.shown(read))")
            }
            return notes.verdict(else: "there are no good links")
        },
        ConformanceCheck("link-recipient", "a request names the recipient that its link names") { bench in
            var notes = Notes()
            for known in bench.known where known.good.meaning.recipient != nil {
                let recipient = known.recipient ?? "nobody"
                notes.expect(
                    recipient.utf8.elementsEqual((known.good.meaning.recipient ?? "").utf8),
                    "\(Bench.shown(known.link)) pays \(Quoted(recipient, limit: 120))")
            }
            return notes.verdict(else: "no good link pays anybody")
        },
        ConformanceCheck("link-amount", "a request has exactly the amount of its link") { bench in
            var notes = Notes()
            for known in bench.known where known.payment != nil {
                let (read, meant) = (known.payment?.amount, known.good.meaning.amount)
                notes.expect(
                    read == meant,
                    "\(Bench.shown(known.link)) asks for \(read.map { "\($0.units)" } ?? "no amount"), "
                        + "and means \(meant.map { "\($0.units)" } ?? "none")")
            }
            return notes.verdict(else: "no good link asks for a payment to an address")
        },
        ConformanceCheck("link-sender", "a request names the requesting app that its link names, and no other (S4)") {
            bench in
            var notes = Notes()
            for known in bench.known {
                let (read, meant) = (known.request.header.sender?.scheme, known.good.meaning.sender)
                notes.expect(read == meant, "\(Bench.shown(known.link)) is asked by “\(read ?? "nobody")”")
            }
            return notes.verdict(else: "there are no good links")
        },
        ConformanceCheck("link-ability", "the plugin can do what its links ask for") { bench in
            var notes = Notes()
            for known in bench.known {
                let fits =
                    switch (known.request, bench.plugin.ability) {
                    case (.payment, .payments), (.address, .payments), (.key, .payments): true
                    case (.login, .accounts), (.actions, .accounts), (.sign, .accounts): true
                    case (.payment, _), (.address, _), (.key, _), (.login, _), (.actions, _), (.sign, _): false
                    case (.otherPayment, _), (.described, _), (.scanQR, _), (.open, _): true
                    }
                notes.expect(fits, "nobody carries out “\(known.request.action.rawValue)”")
            }
            if case .none = bench.plugin.ability { return .notApplicable("the plugin only reads links") }
            return notes.verdict(else: "there are no good links")
        },
        ConformanceCheck("link-header", "a request names its own scheme, coin and network") { bench in
            var notes = Notes()
            for known in bench.known {
                let header = known.request.header
                notes.expect(
                    header.scheme == known.scheme.name && header.coin == known.coin.id
                        && header.network == bench.fixtures.network,
                    "\(Bench.shown(known.link)) is said to be \(header.scheme):, \(header.coin), \(header.network.rawValue)"
                )
            }
            return notes.verdict(else: "there are no good links")
        },
    ]
}

extension Bench.Known {
    var recipient: String? {
        switch request {
        case .payment(let payment): payment.address
        case .actions(let actions): actions.transfer?.to
        case .described(let request): request.payments.first?.address?.text
        case .otherPayment, .address, .key, .scanQR, .login, .sign, .open: nil
        }
    }
}
