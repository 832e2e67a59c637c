import RouterBytes

/// The number that says whose money a payment is, at an exchange for instance.
extension DescribedReading {
    /// The number by which the recipient knows whose money it is. It may stand in a parameter, behind the address and
    /// inside it, and all must agree.
    mutating func readTag(_ payments: [DescribedPayment]) throws(RequestError) {
        var found: [(tag: CheckedAddress.Tag, range: Range<Int>)] = []
        let pieces = split.pieces.filter { $0.kind == .tag }.map { (link.bytes[$0.range], $0.range) }
        let parameters = split.parameters.filter { $0.rule.meaning == .tag }.map { ($0.value[...], $0.range) }
        for (text, range) in pieces + parameters {
            guard let number = WholeNumber(digits: text)?.int64.flatMap({ UInt32(exactly: $0) }) else {
                throw RequestError(
                    .invalidRequest, "The tag is not a whole number of 32 bits.", at: range,
                    hint: "Ask the sender for the link again: without the right tag, the money reaches nobody.")
            }
            found.append((.given(number), range))
        }
        if let inside = payments.first?.address?.tag { found.append((inside, link.body)) }
        guard let first = found.first else { return }
        if let other = found.first(where: { $0.tag != first.tag }) {
            throw RequestError(
                .inconsistentInstructions, "The link has two different tags, so nobody knows whose money it would be.",
                at: other.range == link.body ? first.range : other.range, hint: "Ask the sender for the link again.")
        }
        guard case .given(let number) = first.tag else { return }
        facts.append(LinkFact("tag", title: "tag, by which the recipient knows who pays", .number(Int64(number))))
    }
}
