import ExactJSON
import SchemeRouter

/// What `router explain` says of what another wallet does not receive of a link (S15).
extension LeftOutKeys {
    /// Writes its members of the JSON object; none if nothing is left out.
    func write(to json: inout JSONWriter) {
        guard !names.isEmpty else { return }
        json.add("leftOut", names)
        json.beginArray("lost")
        for (name, loss) in losses {
            json.beginObject()
            json.add("key", name)
            json.add("what", loss)
            json.endObject()
        }
        json.endArray()
    }

    /// What a program does not receive about which nothing is known. A link of this wallet's own form is meant for it.
    static func ofPlainLink(_ link: ReadLink) -> LeftOutKeys {
        if case .payment(let payment) = link.request, payment.form == .native { return .none }
        return link.leftOutOfPlainLink
    }

    /// A line for people; empty if nothing is left out. Which programs are installed is not looked up for them.
    static func text(about link: ReadLink) -> String {
        let lost = ofPlainLink(link)
        return lost.names.isEmpty ? "" : "\nLeft out for a wallet that is not known to read it: \(lost.text)"
    }
}
