import ExactJSON
import SchemeRouter

/// What `router open` prints about the outcome of a link.
struct OpenResult {
    let outcome: Outcome
    let entry: Int64?
    var failureCallback: CallbackDelivery?
    var failureCode: FailureCode?
    var acceptance: Acceptance?
    var choice: WalletChoice?
    /// The link as received, if it may be shown. Desktops log the errors of the programs that they start.
    var shownLink: [UInt8]?

    /// `{"outcome":…,"id":…,"txid":…,"callback":"started|none|failed","error":…,"sentBy":"network|one-server"}`, and
    /// `"program":"electrum.desktop"` if another program got the link.
    var json: JSON {
        let error: JSON? =
            switch outcome {
            case .rejected(let mistake): Explanation.json(of: mistake)
            case .failed(let failure), .unknown(_, let failure):
                JSON([
                    "code": failure.code.rawValue, "message": failure.message, "hint": failure.hint,
                    "reason": failure.reason, "mykeyCode": failure.dappCode,
                ])
            default: nil
            }
        let json = JSON([
            "outcome": name, "id": entry, "txid": txid, "callback": callback, "error": error,
            "sentBy": acceptance?.rawValue, "program": program,
        ])
        guard let report = choice.map({ HandOverReport($0) }), report.hasCandidates else { return json }
        return json.adding(["handOver": report.json])
    }

    /// What `router open --dry-run --json` prints: `{"outcome":…,"dryRun":true,"practice":…,"pages":[…]}`.
    static func dryRun(of action: Action, pages: [String]) -> JSON {
        JSON([
            "outcome": action.rawValue, "dryRun": true, "practice": pages.contains { $0.hasPrefix("PRACTICE") },
            "pages": pages,
        ])
    }

    private var name: String {
        switch outcome {
        case .paid: Action.payment.rawValue
        case .finished(let entry, _): entry.request.action.rawValue
        case .toldAddress: Action.address.rawValue
        case .toldKeys: Action.masterPublicKey.rawValue
        case .replied(let result, _): result.action.rawValue
        case .opened(let page): (page == nil ? Action.openHome : .openDapp).rawValue
        case .handedOver: "handed-over"
        case .rejected: "reject"
        case .refused, .timedOut: "cancelled"
        case .failed: "failed"
        case .unknown: "unknown"
        }
    }

    /// The desktop id of the program that got the link; nil if none did.
    var program: String? {
        if case .handedOver(let program) = outcome { program.id } else { nil }
    }

    private var txid: String? {
        switch outcome {
        case .paid(let transaction, _, _): transaction.id.hex
        case .unknown(let transaction, _): transaction.id.hex
        case .finished(let entry, _): entry.transaction?.id.hex
        case .replied(let result, _):
            switch result.content {
            case .executed(let id): id.hex
            case .signed, .proved: nil
            }
        default: nil
        }
    }

    private var callback: String {
        switch outcome {
        case .paid(_, _, let delivery), .finished(_, let delivery), .toldAddress(_, let delivery),
            .toldKeys(_, let delivery):
            delivery.name
        case .replied(_, let delivery): delivery.callback.name
        default: failureCallback?.name ?? "none"
        }
    }

    /// The outcome for people, on standard output after success.
    /// - Parameters:
    ///   - link: the link that was opened; nil for a raised fee.
    ///   - coin: the coin that was paid, if there is no link that says so.
    func text(of link: ReadLink?, _ coin: CoinDescriptor? = nil) -> String {
        let news = failureCode == .unknown ? "That the outcome is unknown" : "That it was not done"
        let told = failureCallback.map { "\n\(news): \($0.text)" } ?? ""
        return ending(of: link, link?.coin ?? coin) + told
    }

    private func ending(of link: ReadLink?, _ coin: CoinDescriptor?) -> String {
        switch outcome {
        case .paid(let transaction, let payment, let delivery):
            "Paid \(coin.map { $0.text(payment.amount) + " " } ?? "")to \(payment.recipient).\nTransaction "
                + "\(transaction.id.hex)\n"
                + (acceptance?.reservation.map { $0 + "\n" } ?? "") + delivery.text + delivery.forCopying
        case .finished(let entry, let delivery):
            "This was already paid; nothing was paid this time.\nTransaction \(entry.transaction?.id.hex ?? "")\n"
                + delivery.text + delivery.forCopying
        case .toldAddress(let address, let delivery): "Address \(address.text)\n" + delivery.text + delivery.forCopying
        case .toldKeys(_, let delivery): "You agreed to share your master public keys.\n" + delivery.text
        case .replied(let result, let delivery):
            [
                result.summary, delivery.serverProblem.map { "The dapp's server did not accept the result: \($0)" },
                delivery.callback.text + delivery.callback.forCopying,
            ].compactMap(\.self).joined(separator: "\n")
        case .opened(let page):
            page.map {
                "The link names the page of a dapp. Open it yourself if you trust it:\n\(Quoted(exactly: $0.text))"
            }
                ?? "The wallet has no page of its own. To see it, run “router wallet info”."
        case .handedOver(let program):
            "\(Quoted(program.program.name, limit: 80)) got the link."
                + (link == nil ? "" : " This program will not know whether it pays.")
        case .rejected(let error): error.text(of: shownLink)
        case .refused: "You refused; nothing was done."
        case .timedOut: "Nobody answered in time; nothing was done."
        case .failed(let error): error.text
        case .unknown(let transaction, let error):
            "The payment may have been sent: there was no clear answer. Do not pay again.\nTransaction \(transaction.id.hex)\n"
                + error.text
        }
    }
}

extension CallbackDelivery {
    /// Its name in `open --json`.
    var name: String {
        switch self {
        case .started, .told: "started"
        case .none: "none"
        case .failed: "failed"
        }
    }

    var text: String {
        switch self {
        case .started(let program): "\(Quoted(program.name, limit: 80)) was notified."
        case .told(let host): "The server \(Quoted.word(host)) was notified."
        case .none(let reason, _): reason
        case .failed(let reason, _): "The requesting app was not notified: \(reason)"
        }
    }

    /// The callback for the person to pass on. Never one with keys: desktops log the standard output of their programs.
    var forCopying: String {
        callback.map { "\nThe full answer, to copy into the requesting app:\n\($0)" } ?? ""
    }
}
