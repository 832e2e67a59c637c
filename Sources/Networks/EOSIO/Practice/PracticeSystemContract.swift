import RouterEOSIO
import RouterStorage
import SchemeRouter

/// The actions of `eosio`. Unlike on real chains, memory has a fixed price, and unstaked money returns at once.
extension PracticeCall {
    /// The account that receives the money paid for memory.
    private static let memoryAccount = "eosio.ram"
    /// The account that holds staked money.
    private static let stakeAccount = "eosio.stake"

    func executeSystem() throws(ServiceError) {
        switch action.name.description {
        case "newaccount": try newAccount()
        case "updateauth": try updateAuthority()
        case "deleteauth": try deleteAuthority()
        case "linkauth": try linkAuthority()
        case "unlinkauth": try unlinkAuthority()
        case "buyram": try buyMemory(asset("quant"))
        case "buyrambytes":
            guard case .uint32(let bytes)? = value["bytes"] else { throw .assertion("cannot buy negative byte") }
            try buyMemory(try price(of: Int64(bytes)))
        case "sellram": try sellMemory()
        case "delegatebw": try stake()
        case "undelegatebw": try unstake()
        case "refund":
            try requireAuthority(of: name("owner"))
            throw .assertion("refund request not found")
        default:
            // A vote changes no state of this chain.
            try requireAuthority(of: name("voter"))
        }
    }

    /// One smallest unit of the token buys a byte.
    private func price(of bytes: Int64) throws(ServiceError) -> Asset {
        guard let price = try? Asset(units: bytes, symbol: symbol) else { throw .assertion("invalid quantity") }
        return price
    }

    private func buyMemory(_ price: Asset) throws(ServiceError) {
        try requireAuthority(of: name("payer"))
        try requireAccount(name("receiver"), "receiver account does not exist")
        try token.move(price, from: name("payer"), to: Self.account(Self.memoryAccount))
        try connection.execute(
            "INSERT INTO memory (account, bytes) VALUES (?, ?) ON CONFLICT (account) "
                + "DO UPDATE SET bytes = bytes + excluded.bytes",
            .text(name("receiver").description), .integer(price.units))
    }

    private func sellMemory() throws(ServiceError) {
        let account = name("account")
        try requireAuthority(of: account)
        guard case .int64(let bytes)? = value["bytes"], bytes > 0 else { throw .assertion("cannot sell negative byte") }
        let rows = try connection.execute("SELECT bytes FROM memory WHERE account = ?", .text(account.description))
        guard (rows.first?.first?.integer ?? 0) >= bytes else { throw .assertion("insufficient quota") }
        try connection.execute(
            "UPDATE memory SET bytes = bytes - ? WHERE account = ?", .integer(bytes), .text(account.description))
        try token.move(try price(of: bytes), from: Self.account(Self.memoryAccount), to: account)
    }

    private func stake() throws(ServiceError) {
        let (from, receiver) = (name("from"), name("receiver"))
        try requireAuthority(of: from)
        try requireAccount(receiver, "receiver account does not exist")
        let (network, processor) = (asset("stake_net_quantity"), asset("stake_cpu_quantity"))
        guard network.units >= 0, processor.units >= 0 else { throw .assertion("must stake a positive amount") }
        let isGiven = value["transfer"] == .bool(true)
        guard !isGiven || from != receiver else {
            throw .assertion("cannot use transfer flag if delegating to self")
        }
        try token.move(try sum(network, processor), from: from, to: Self.account(Self.stakeAccount))
        try addStake(of: isGiven ? receiver : from, for: receiver, network.units, processor.units)
    }

    private func unstake() throws(ServiceError) {
        let (from, receiver) = (name("from"), name("receiver"))
        try requireAuthority(of: from)
        let (network, processor) = (asset("unstake_net_quantity"), asset("unstake_cpu_quantity"))
        guard network.units >= 0, processor.units >= 0 else { throw .assertion("must unstake a positive amount") }
        let row = try connection.execute(
            "SELECT net, cpu FROM stake WHERE owner = ? AND receiver = ?", .text(from.description),
            .text(receiver.description)
        ).first
        guard (row?[0].integer ?? 0) >= network.units else { throw .assertion("insufficient staked net bandwidth") }
        guard (row?[1].integer ?? 0) >= processor.units else { throw .assertion("insufficient staked cpu bandwidth") }
        try addStake(of: from, for: receiver, -network.units, -processor.units)
        try token.move(try sum(network, processor), from: Self.account(Self.stakeAccount), to: from)
    }

    private func sum(_ left: Asset, _ right: Asset) throws(ServiceError) -> Asset {
        guard left.symbol == symbol, right.symbol == symbol else { throw .assertion("symbol precision mismatch") }
        // Both are below 2^62, so the sum fits an Int64; an impossible total is refused.
        return try price(of: left.units + right.units)
    }

    private func addStake(
        of owner: Name, for receiver: Name, _ network: Int64, _ processor: Int64
    ) throws(ServiceError) {
        let names = (DatabaseValue.text(owner.description), DatabaseValue.text(receiver.description))
        try connection.execute(
            "INSERT OR IGNORE INTO stake (owner, receiver, net, cpu) VALUES (?, ?, 0, 0)", names.0, names.1)
        try connection.execute(
            "UPDATE stake SET net = net + ?, cpu = cpu + ? WHERE owner = ? AND receiver = ?", .integer(network),
            .integer(processor), names.0, names.1)
    }

    private static func account(_ text: String) -> Name {
        guard let name = try? Name(text) else { preconditionFailure("\(text) is a name") }
        return name
    }
}
