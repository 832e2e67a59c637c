import ExactJSON
import RouterEOSIO
import RouterStorage
import SchemeRouter

/// The accounts of a practice chain, their permissions, and the actions linked to these.
struct PracticeAccounts {
    let connection: Connection

    /// The most permissions between one and `owner`; a file with more is damaged.
    private static let maxDepth = 16

    func has(_ account: Name) throws(ServiceError) -> Bool {
        try !rows("SELECT 1 FROM account WHERE name = ?", account).isEmpty
    }

    func add(_ account: Name) throws(ServiceError) {
        try rows("INSERT INTO account (name) VALUES (?)", account)
    }

    /// What a permission requires; nil if it does not exist.
    func authority(of level: PermissionLevel) throws(ServiceError) -> RequiredAuthority? {
        let sql = "SELECT authority FROM permission WHERE account = ? AND name = ?"
        guard let text = try rows(sql, level.actor, level.permission).first?.first?.text else { return nil }
        guard let json = try? JSON(reading: Array(text.utf8), limits: .answer), let authority = RequiredAuthority(json)
        else {
            throw ServiceError(.cannotWrite, "The practice chain has a malformed permission: its file is damaged.")
        }
        return authority
    }

    /// Creates a permission, or changes its authority.
    func set(_ level: PermissionLevel, below parent: Name?, _ authority: JSON) throws(ServiceError) {
        try connection.execute(
            "INSERT INTO permission (account, name, parent, authority) VALUES (?, ?, ?, ?) "
                + "ON CONFLICT (account, name) DO UPDATE SET authority = excluded.authority",
            .text(level.actor.description), .text(level.permission.description),
            DatabaseValue(parent?.description), .text(authority.text))
    }

    func remove(_ level: PermissionLevel) throws(ServiceError) {
        try rows("DELETE FROM permission WHERE account = ? AND name = ?", level.actor, level.permission)
    }

    func parent(of level: PermissionLevel) throws(ServiceError) -> Name? {
        try name("SELECT parent FROM permission WHERE account = ? AND name = ?", level.actor, level.permission)
    }

    func hasChildren(_ level: PermissionLevel) throws(ServiceError) -> Bool {
        let sql = "SELECT 1 FROM permission WHERE account = ? AND parent = ? LIMIT 1"
        return try !rows(sql, level.actor, level.permission).isEmpty
    }

    /// Whether `level` is `permission` of its account or one of its parents.
    func covers(_ level: PermissionLevel, _ permission: Name) throws(ServiceError) -> Bool {
        var current: Name? = permission
        for _ in 0..<Self.maxDepth {
            guard let name = current else { return false }
            if name == level.permission { return true }
            current = try parent(of: PermissionLevel(actor: level.actor, permission: name))
        }
        return false
    }

    /// The lowest permission that an account can use for an action: the one linked to it, or `active`.
    func permission(of account: Name, for action: Name, of contract: Name) throws(ServiceError) -> Name {
        for name in [action, Name(value: 0)] {
            if let linked = try self.name(Self.linked, account, contract, name) { return linked }
        }
        return .active
    }

    /// Links a permission to an action, or removes the link if it is nil. Returns whether that changed anything.
    func link(
        _ permission: Name?, of account: Name, to action: Name, of contract: Name
    ) throws(ServiceError) -> Bool {
        guard try name(Self.linked, account, contract, action) != permission else { return false }
        try rows("DELETE FROM link WHERE account = ? AND contract = ? AND action = ?", account, contract, action)
        if let permission {
            let sql = "INSERT INTO link (account, contract, action, permission) VALUES (?, ?, ?, ?)"
            try rows(sql, account, contract, action, permission)
        }
        return true
    }

    func isLinked(_ level: PermissionLevel) throws(ServiceError) -> Bool {
        let sql = "SELECT 1 FROM link WHERE account = ? AND permission = ? LIMIT 1"
        return try !rows(sql, level.actor, level.permission).isEmpty
    }

    private static let linked = "SELECT permission FROM link WHERE account = ? AND contract = ? AND action = ?"

    @discardableResult
    private func rows(_ sql: String, _ names: Name...) throws(ServiceError) -> [[DatabaseValue]] {
        try connection.execute(sql, names.map { .text($0.description) })
    }

    /// The name in the only column of the first row.
    private func name(_ sql: String, _ names: Name...) throws(ServiceError) -> Name? {
        try connection.execute(sql, names.map { .text($0.description) }).first?.first?.text.flatMap { try? Name($0) }
    }
}
