import RouterDapp

/// Sells one thing: `shop ADDRESS AMOUNT ORDER`. It prints the link to be paid and then reads lines:
///
/// - `callback LINK`: the link of the scheme `shop` that a wallet opened, as `shop-answers.desktop` would get it.
/// - `network TXID ADDRESS UNITS`: what a node of the shop's own says of a transaction.
///
/// The goods go out when the shop's node has the payment. A callback alone is a claim: any page can open one.
@main enum Shop {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 3 else {
            print("Use: shop ADDRESS AMOUNT ORDER")
            return
        }
        do {
            let builder = RequestBuilder(.dashWallet)
            let price = try builder.amount(arguments[1])
            // A real shop takes a new address for each order, because nothing else tells two payments apart.
            let details = PaymentDetails(address: arguments[0], amount: price, message: "order \(arguments[2])")
            let link = try builder.payment(details, sender: "shop")
            guard var sale = Sale(link, price: price) else { return }
            print(link.text())
            while !sale.isPaid, let line = readLine() { print(sale.take(line)) }
        } catch {
            print("This cannot be asked for. \(error)")
        }
    }
}

/// One order that is not paid yet.
struct Sale {
    private var pending: PendingRequest
    private let address: String
    private let price: Amount
    /// The transaction that a wallet says it paid by.
    private var claimed: TransactionID?
    /// Whether the shop's own node has the payment.
    private(set) var isPaid = false

    /// Nil where the link asks for no payment, or nobody would be answered.
    init?(_ link: RequestLink, price: Amount) {
        // A program that waits longer gives the time; see ``PendingRequest/isGivenUp(at:)``.
        guard let pending = PendingRequest(link, askedAt: 0), let address = link.recipient else { return nil }
        self.pending = pending
        self.address = address
        self.price = price
    }

    /// What the shop says to a line.
    mutating func take(_ line: String) -> String {
        let words = line.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("callback", 2): return answer(words[1])
        case ("network", 4): return verify(words[1], words[2], words[3])
        default: return "This line says nothing to a shop."
        }
    }

    private mutating func answer(_ callback: String) -> String {
        do {
            switch try pending.accept(Array(callback.utf8)) {
            case .paid(_, let txid):
                claimed = txid
                return "A wallet says that it paid: \(txid). It is verified now."
            case .failed(_, .declined, _): return "The payment was declined. Ask again if the customer wants it."
            case .failed(_, .unknown, _): return "Nobody knows whether it was paid. Watch \(address)."
            case .address, .masterPublicKey: return "This answers another question."
            }
        } catch {
            return "This answer is rejected: \(error)"
        }
    }

    /// Any transaction counts that pays the whole price to the address, whatever was claimed: a fee may have been raised.
    private mutating func verify(_ txid: String, _ address: String, _ units: String) -> String {
        guard address == self.address, let paid = Int64(units).flatMap({ Amount(units: $0) }), paid >= price else {
            return "Transaction \(txid) does not pay this order."
        }
        isPaid = true
        return claimed?.hex == txid ? "Paid. The goods are on their way." : "Paid, by another transaction: \(txid)."
    }
}
