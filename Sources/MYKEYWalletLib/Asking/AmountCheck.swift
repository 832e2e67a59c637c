import ExactJSON
import RouterEOSIO

/// Checks the amount of a transfer by its digits, as wallets do: nothing is rounded (S9).
struct AmountCheck {
    private let transfer: TokenTransferRequest

    init(_ transfer: TokenTransferRequest) {
        self.transfer = transfer
    }

    func check() throws(MYKEYError) {
        if let precision = transfer.precision, precision > Symbol.maxPrecision {
            throw .invalid("decimal", "A token has at most \(Symbol.maxPrecision) decimals.")
        }
        let decimals = Int(transfer.precision ?? Symbol.maxPrecision)
        let units: Int128
        do {
            units = try transfer.amount.decimal.units(decimals: decimals)
        } catch {
            switch error {
            case .tooPrecise:
                throw .invalid("amount", "\(transfer.amount.text) has more than \(decimals) decimals.")
            case .tooLarge: throw tooLarge
            }
        }
        guard units > 0 else { throw .invalid("amount", "The amount must be more than zero.") }
        guard transfer.precision == nil || units <= Asset.maxUnits else { throw tooLarge }
    }

    private var tooLarge: MYKEYError { .invalid("amount", "There is no such amount of a token.") }
}
