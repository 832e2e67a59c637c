import SchemeRouter

/// What the library leaves to the program: which command helps.
extension Remedy {
    /// Sets the commands of this program.
    static func nameCommands() { name { $0.command } }

    private var command: String {
        switch self {
        case .resume: "“router resume”"
        case .history: "“router history”"
        case .forget: "“router history --forget”"
        case .unlock: "“router unlock”"
        case .raiseFee(let number): "“router bump \(number)”"
        case .paste: "“router open -”"
        case .open(nil): "“router open”"
        case .pay(nil): "“router pay”"
        // To be copied: without marks.
        case .open(let program?): "router open --to \(program)"
        case .pay(let program?): "router pay --to \(program)"
        case .schemes: "“router schemes”"
        case .checkDescriptors: "“router check”"
        case .programs(let scheme): "“router handlers \(scheme)”"
        case .diagnose: "“router doctor”"
        case .balance(let coin): "“router wallet balance\(coin.map { " \($0)" } ?? "")”"
        case .deriveKeys(let coin, let account):
            "“router wallet address \(coin)\(account.map { " \($0.option)" } ?? "")”"
        case .makeWallet: "“router wallet create” or “router wallet restore”"
        case .wallet: "“router wallet info”"
        case .findAccounts: "“router wallet discover”"
        case .register(let scheme): "“router register\(scheme.map { " --scheme \($0)" } ?? "")”"
        }
    }
}

extension AccountName {
    /// The command-line option that selects it.
    fileprivate var option: String {
        switch self {
        case .number, .old: "--account \(self)"
        case .path(let path): "--path \(String(path.description.map { $0 == "'" ? "h" : $0 }))"
        }
    }
}
