import RouterBitcoinFamily
import SchemeRouter

/// Reads the family's links. They say who asks, and they pay whole coins only.
enum TallyRequests {
    static func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        let read = try WalletLink(link)
        guard let sender = read.parameters[.sender] else {
            throw RequestError(.missingParameter, "The link does not say who is asking.", parameter: "sender")
        }
        let header = RequestHeader(
            read.parameters, of: link, sender: try Sender(sender, of: link), warnings: read.warnings)
        switch read.action {
        case .payment:
            return .payment(
                PaymentRequest(
                    header: header, form: .native, address: try address(read.parameters[.pay], of: link),
                    amount: try amount(read.parameters[.amount], of: link.coin), lock: nil, label: nil, message: nil))
        case .address: return .address(header)
        default:
            throw RequestError(.unsupportedAction, "Links of \(link.coin.title) ask for payments and addresses only.")
        }
    }

    private static func address(_ parameter: LinkParameter?, of link: RoutedLink) throws(RequestError) -> String {
        guard let parameter else {
            throw RequestError(.missingParameter, "The link does not say whom to pay.", parameter: "pay")
        }
        return try AddressReading.read(parameter.value, at: parameter.range, of: link, parameter: "pay")
    }

    private static func amount(_ parameter: LinkParameter?, of coin: CoinDescriptor) throws(RequestError) -> Amount {
        guard let parameter, let amount = try Amount.requested(parameter, of: coin, minimum: nil) else {
            throw RequestError(.missingParameter, "The link does not say how much.", parameter: "amount")
        }
        guard amount.units % (try Amount.typed("1", of: coin)).units == 0 else {
            throw RequestError(
                .invalidAmount, "Only whole coins of \(coin.title) are paid.", at: parameter.range, parameter: "amount")
        }
        return amount
    }
}
