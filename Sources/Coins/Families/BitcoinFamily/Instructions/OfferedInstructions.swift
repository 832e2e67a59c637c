import SchemeRouter

/// All ways to pay that a link offers: the address before its parameters, and those in the parameters (BIP321).
///
/// One that cannot be read is skipped with a warning if another one can be read, as a wallet that does not know it
/// would do; the person still sees that it exists. The link is refused if one that cannot be read is required, or if
/// any is for another network or contains a key.
struct OfferedInstructions {
    /// The ways to pay, in the order of the link; empty if there is only the address before the parameters.
    private(set) var all: [PaymentInstruction] = []
    /// The parameters that could not be read.
    private(set) var unread: [InstructionParameter] = []
    /// Their warnings.
    private(set) var warnings: [LinkWarning] = []

    /// The allowed difference between the amounts of one payment, in thousandths of 10^-8 coins: wallets round them.
    private static let tolerance: Int64 = 100_000

    /// Reads the parameters.
    /// - Parameter address: the address before them, already read; nil if there is none.
    init(_ read: borrowing WalletLink, address: String?, of link: RoutedLink) throws(RequestError) {
        guard !read.instructions.isEmpty, let network = link.parameters else { return }
        if let address { all.append(PaymentInstruction(.onchain, address, checked: .checksum)) }
        let reading = InstructionReading(link: link, network: network)
        var firstError: RequestError?
        for parameter in read.instructions {
            guard let key = InstructionKey(parameter.name, in: link) else { continue }
            do throws(RequestError) {
                add(try reading.read(parameter, key))
            } catch {
                guard !parameter.isRequired, Self.leavesOut.contains(error.code) else { throw error }
                firstError = firstError ?? error
                unread.append(parameter)
                warnings.append(LinkWarning(.instructionIgnored, "This way to pay is ignored: \(error.message)"))
            }
        }
        if let firstError, all.isEmpty { throw firstError }
    }

    private static let leavesOut: [RequestError.Code] = [.invalidAddress, .invalidRequest, .invalidAmount]

    /// The address that this wallet pays: the first.
    var payable: PaymentInstruction? { all.first { $0.kind == .onchain } }

    /// Adds a way to pay unless it is already listed.
    private mutating func add(_ instruction: PaymentInstruction) {
        let isKnown = all.contains {
            $0.kind == instruction.kind && $0.text.lowercased() == instruction.text.lowercased()
        }
        if !isKnown || instruction.isRequired { all.append(instruction) }
        if !isKnown, let warning = instruction.textWarning { warnings.append(warning) }
        guard let server = instruction.server, let address = ServerAddress("https://\(server)/") else { return }
        if address.namesThisComputer || address.isPrivate {
            warnings.append(.serverIsLocal("A wallet would contact this computer or its local network", server))
        }
    }

    /// Refuses ways to pay with different amounts: they are alternatives for one payment.
    /// - Parameter amount: the link's own amount.
    mutating func checkAmounts(_ amount: Amount?, _ read: borrowing WalletLink) throws(RequestError) {
        let hasAmount = amount != nil || all.contains { $0.amountMsat != nil }
        if hasAmount, let currency = all.lazy.compactMap(\.currency).first {
            warnings.append(
                LinkWarning(
                    .notChecked,
                    "A way to pay has its price in \(currency), which cannot be compared with the link's other amount."
                ))
        }
        let asked = all.compactMap(\.amountMsat) + (amount.map { [$0.units.multipliedSaturating(by: 1_000)] } ?? [])
        guard let least = asked.min(), let most = asked.max(), least < most else { return }
        guard most - least <= Self.tolerance else {
            let first = all.first { $0.amountMsat != nil }
            throw RequestError(
                .inconsistentInstructions, "The link's ways to pay ask for different amounts.",
                at: read.instructions.first { $0.name == first?.parameter }?.range,
                hint: "They are alternatives for one payment, so only one amount can be right. Ask the sender.",
                parameter: first?.parameter)
        }
        warnings.append(
            LinkWarning(.amountsDiffer, "The link's ways to pay ask for slightly different amounts."))
    }
}

extension Int64 {
    /// The product, or the largest value if it overflows.
    fileprivate func multipliedSaturating(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
