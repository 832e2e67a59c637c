/// What a network knows of one account at one time: all that a payment, a balance or a history needs of it.
public struct AccountSurvey: Sendable, Hashable {
    /// All outputs the account can spend now, by their addresses and then by their outpoints.
    public let coins: [OwnedCoin]
    /// The first receive address that was never used. The same until it is.
    public let receiveAddress: OwnAddress
    /// The first change address that was never used.
    public let changeAddress: OwnAddress
    /// The scripts of all addresses that were used.
    public let usedScripts: Set<[UInt8]>

    /// A survey as given.
    public init(
        coins: [OwnedCoin], receiveAddress: OwnAddress, changeAddress: OwnAddress, usedScripts: Set<[UInt8]>
    ) {
        self.coins = coins
        self.receiveAddress = receiveAddress
        self.changeAddress = changeAddress
        self.usedScripts = usedScripts
    }
}
