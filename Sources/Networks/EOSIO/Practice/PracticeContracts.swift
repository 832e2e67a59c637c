import ExactJSON
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

/// The actions of `eosio` that change accounts and their permissions (EOSIO `eosio_contract.cpp`).
extension PracticeCall {
    func newAccount() throws(ServiceError) {
        try requireAuthority(of: name("creator"))
        let account = name("name")
        guard PracticeLedger.isOrdinary(account) else {
            throw .assertion("only names of 12 characters without dots are made here")
        }
        try require(
            !accounts.has(account), "account_name_exists",
            "Cannot create account named \(account), as that name is already taken")
        try accounts.add(account)
        for (permission, parent) in [(Name.owner, nil), (.active, Name.owner)] {
            let authority = try validAuthority(permission.description)
            try accounts.set(PermissionLevel(actor: account, permission: permission), below: parent, authority)
        }
    }

    func updateAuthority() throws(ServiceError) {
        let (account, permission, parent) = (name("account"), name("permission"), name("parent"))
        try requireAuthority(of: account)
        try require(
            permission.value != 0 && permission != parent, "action_validate",
            "Cannot set an authority as its own parent")
        let level = PermissionLevel(actor: account, permission: permission)
        let authority = try validAuthority("auth")
        let exists = try accounts.authority(of: level) != nil
        if permission == .owner {
            try require(parent.value == 0, "action_validate", "Cannot change owner authority's parent")
        } else if exists {
            try require(
                accounts.parent(of: level) == parent, "action_validate", "Changing parent authority is not supported")
        } else {
            try require(
                accounts.authority(of: PermissionLevel(actor: account, permission: parent)) != nil,
                "permission_query", "Unknown permission \(parent)")
        }
        try requireCover(of: exists ? permission : parent)
        try accounts.set(level, below: permission == .owner ? nil : parent, authority)
    }

    func deleteAuthority() throws(ServiceError) {
        let level = PermissionLevel(actor: name("account"), permission: name("permission"))
        try requireAuthority(of: level.actor)
        try require(
            ![.active, .owner].contains(level.permission), "action_validate",
            "Cannot delete \(level.permission) authority")
        try require(
            accounts.authority(of: level) != nil, "permission_query", "Unknown permission \(level.permission)")
        guard try !accounts.isLinked(level), try !accounts.hasChildren(level) else {
            throw .refused("action_validate", "Cannot delete a linked authority. Unlink the authority first.")
        }
        try requireCover(of: level.permission)
        try accounts.remove(level)
    }

    func linkAuthority() throws(ServiceError) {
        let (account, requirement) = (name("account"), name("requirement"))
        try requireAuthority(of: account)
        try requireAccount(name("code"), "the linked contract does not exist")
        try require(
            accounts.authority(of: PermissionLevel(actor: account, permission: requirement)) != nil,
            "permission_query", "Failed to retrieve permission: \(requirement)")
        try requireCover(of: try accounts.permission(of: account, for: name("type"), of: name("code")))
        try require(
            accounts.link(requirement, of: account, to: name("type"), of: name("code")), "action_validate",
            "Attempting to update required authority, but new requirement is same as old")
    }

    func unlinkAuthority() throws(ServiceError) {
        let account = name("account")
        try requireAuthority(of: account)
        try requireCover(of: try accounts.permission(of: account, for: name("type"), of: name("code")))
        try require(
            accounts.link(nil, of: account, to: name("type"), of: name("code")), "action_validate",
            "Attempting to unlink authority, but no link found")
    }

    /// Refuses unless the account acts with the permission, or one above it.
    private func requireCover(of permission: Name) throws(ServiceError) {
        for level in action.authorization where level.actor == name("account") {
            if try accounts.covers(level, permission) { return }
        }
        throw .refused(
            "irrelevant_auth", "the action declares irrelevant authority; minimum authority is \(permission)")
    }

    /// The authority in a field, if it can be satisfied and names accounts that exist.
    private func validAuthority(_ field: String) throws(ServiceError) -> JSON {
        let json = json(field)
        guard let authority = RequiredAuthority(json), authority.weights >= UInt64(authority.threshold) else {
            throw .refused("action_validate", "Invalid authority")
        }
        for account in authority.accounts {
            try require(accounts.has(account), "action_validate", "account \(account) does not exist")
        }
        return json
    }
}

/// The actions of `eosio.token`.
extension PracticeCall {
    func executeToken() throws(ServiceError) {
        switch action.name.description {
        case "transfer": try transfer()
        case "open": try open()
        default: try close()
        }
    }

    private func transfer() throws(ServiceError) {
        let (from, to) = (name("from"), name("to"))
        guard from != to else { throw .assertion("cannot transfer to self") }
        try requireAuthority(of: from)
        try requireAccount(to, "to account does not exist")
        guard case .string(let memo)? = value["memo"], memo.utf8.count <= TokenTransfer.maxMemo else {
            throw .assertion("memo has more than \(TokenTransfer.maxMemo) bytes")
        }
        try token.move(asset("quantity"), from: from, to: to)
    }

    private func open() throws(ServiceError) {
        try requireAuthority(of: name("ram_payer"))
        try requireAccount(name("owner"), "owner account does not exist")
        try requireSymbol()
        try token.add(0, to: name("owner"))
    }

    private func close() throws(ServiceError) {
        try requireAuthority(of: name("owner"))
        try requireSymbol()
        guard let balance = try token.balance(of: name("owner")) else {
            throw .assertion("Balance row already deleted or never existed. Action won't have any effect.")
        }
        guard balance == 0 else { throw .assertion("Cannot close because the balance is not zero.") }
        try token.close(name("owner"))
    }

    private func requireSymbol() throws(ServiceError) {
        guard case .symbol(symbol)? = value["symbol"] else { throw .assertion("symbol precision mismatch") }
    }
}

/// The chain's own token, as `eosio.token` implements it: transactions move money and never create it.
struct PracticeToken {
    let connection: Connection
    let symbol: Symbol

    /// An account's balance; nil if it has no row for the token.
    func balance(of account: Name) throws(ServiceError) -> Int64? {
        try connection.execute("SELECT units FROM balance WHERE account = ?", .text(account.description))
            .first?.first?.integer
    }

    func supply() throws(ServiceError) -> Int64 {
        try connection.execute("SELECT coalesce(sum(units), 0) FROM balance").first?.first?.integer ?? 0
    }

    /// Moves money, following the rules of a transfer.
    func move(_ quantity: Asset, from payer: Name, to recipient: Name) throws(ServiceError) {
        guard quantity.symbol.code == symbol.code else { throw .assertion("unable to find key") }
        guard quantity.units > 0 else { throw .assertion("must transfer positive quantity") }
        guard quantity.symbol == symbol else { throw .assertion("symbol precision mismatch") }
        guard let balance = try balance(of: payer) else { throw .assertion("no balance object found") }
        guard balance >= quantity.units else { throw .assertion("overdrawn balance") }
        try add(-quantity.units, to: payer)
        try add(quantity.units, to: recipient)
    }

    /// Creates money. Throws if the total would exceed the maximum.
    func issue(_ quantity: Asset, to account: Name) throws(ServiceError) {
        guard quantity.symbol == symbol, quantity.units > 0 else {
            throw ServiceError(.networkRefused, "The practice chain creates amounts such as “10.0000 \(symbol.code)”.")
        }
        // Both are below 2^62, so the sum fits an Int64.
        guard try supply() + quantity.units <= Asset.maxUnits else {
            throw ServiceError(.networkRefused, "There would be more \(symbol.code) than can exist.")
        }
        try add(quantity.units, to: account)
    }

    /// Removes an empty row.
    func close(_ account: Name) throws(ServiceError) {
        try connection.execute("DELETE FROM balance WHERE account = ?", .text(account.description))
    }

    /// Adds to a row, creating it if there is none.
    func add(_ units: Int64, to account: Name) throws(ServiceError) {
        let name = DatabaseValue.text(account.description)
        try connection.execute("INSERT OR IGNORE INTO balance (account, units) VALUES (?, 0)", name)
        try connection.execute("UPDATE balance SET units = units + ? WHERE account = ?", .integer(units), name)
    }
}
