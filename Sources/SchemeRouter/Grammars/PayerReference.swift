/// Parameters by which a recipient tells whose payment it is: the account at an exchange, or an order. They are never left
/// out, so a link with one goes only to programs that are known to read it.
enum PayerReference {
    private static let names = [
        "memo", "memo_id", "memoid", "dt", "tag", "destinationtag", "destination_tag", "payment_id", "paymentid",
        "tx_payment_id", "reference", "opreturn",
    ]

    /// Whether a parameter is one, whatever its case.
    /// - Parameter name: the name without `req-`.
    static func isOne(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("op_return") || names.contains { $0.isSame(name) }
    }
}
