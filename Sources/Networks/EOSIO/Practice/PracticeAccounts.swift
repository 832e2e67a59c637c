import ExactJSON
import RouterEOSIO
import RouterStorage
import SchemeRouter

/// The accounts of a practice chain, their permissions and which actions these serve.
struct PracticeAccounts {
    let connection: Connection

    /// The most permissions between one and `owner`; a file with more would be damaged.
    private static let maxDepth = 16

    func has(_ account: Name) throws(ServiceError) -> Bool {
        try !connection.execute("SELECT 1 FROM account WHERE name = ?", .text(account.description)).isEmpty
    }

    func add(_ account: Name) throws(ServiceError) {
        try connection.execute("INSERT INTO account (name) VALUES (?)", .text(account.description))
    }

    /// What a permission asks for, as JSON; nil where there is none.
    func authority(of level: PermissionLevel) throws(ServiceError) -> RequiredAuthority? {
        let rows = try connection.execute(
            "SELECT authority FROM permission WHERE account = ? AND name = ?", .text(level.actor.description),
            .text(level.permission.description))
        guard let text = rows.first?.first?.text else { return nil }
        guard let json = try? JSON(reading: Array(text.utf8), limits: .answer), let authority = RequiredAuthority(json)
        else {
            throw ServiceError(.cannotWrite, "The practice chain has a malformed permission: its file is damaged.")
        }
        return authority
    }

    /// Makes a permission, or gives it another authority.
    func set(_ level: PermissionLevel, below parent: Name?, _ authority: JSON) throws(ServiceError) {
        try connection.execute(
            "INSERT INTO permission (account, name, parent, authority) VALUES (?, ?, ?, ?) "
                + "ON CONFLICT (account, name) DO UPDATE SET authority = excluded.authority",
            .text(level.actor.description), .text(level.permission.description),
            DatabaseValue(parent?.description), .text(authority.text))
    }

    func remove(_ level: PermissionLevel) throws(ServiceError) {
        try connection.execute(
            "DELETE FROM permission WHERE account = ? AND name = ?", .text(level.actor.description),
            .text(level.permission.description))
    }

    func parent(of level: PermissionLevel) throws(ServiceError) -> Name? {
        let rows = try connection.execute(
            "SELECT parent FROM permission WHERE account = ? AND name = ?", .text(level.actor.description),
            .text(level.permission.description))
        return rows.first?.first?.text.flatMap { try? Name($0) }
    }

    func hasChildren(_ level: PermissionLevel) throws(ServiceError) -> Bool {
        try !connection.execute(
            "SELECT 1 FROM permission WHERE account = ? AND parent = ? LIMIT 1", .text(level.actor.description),
            .text(level.permission.description)
        ).isEmpty
    }

    /// Whether `level` is `permission` of its account or stands above it.
    func covers(_ level: PermissionLevel, _ permission: Name) throws(ServiceError) -> Bool {
        var current: Name? = permission
        for _ in 0..<Self.maxDepth {
            guard let name = current else { return false }
            if name == level.permission { return true }
            current = try parent(of: PermissionLevel(actor: level.actor, permission: name))
        }
        return false
    }

    /// The lowest permission that an account uses for an action: the one that is linked to it, or `active`.
    func permission(of account: Name, for action: Name, of contract: Name) throws(ServiceError) -> Name {
        for name in [action, Name(value: 0)] {
            let rows = try connection.execute(
                "SELECT permission FROM link WHERE account = ? AND contract = ? AND action = ?",
                .text(account.description), .text(contract.description), .text(name.description))
            if let linked = rows.first?.first?.text.flatMap({ try? Name($0) }) { return linked }
        }
        return .active
    }

    /// Links a permission to an action, or with nil takes that back. Returns whether that changed anything.
    func link(
        _ permission: Name?, of account: Name, to action: Name, of contract: Name
    ) throws(ServiceError) -> Bool {
        let place: [DatabaseValue] = [
            .text(account.description), .text(contract.description), .text(action.description),
        ]
        let before = try connection.execute(
            "SELECT permission FROM link WHERE account = ? AND contract = ? AND action = ?", place[0], place[1],
            place[2]
        ).first?.first?.text
        guard before != permission?.description else { return false }
        try connection.execute(
            "DELETE FROM link WHERE account = ? AND contract = ? AND action = ?", place[0], place[1], place[2])
        if let permission {
            try connection.execute(
                "INSERT INTO link (account, contract, action, permission) VALUES (?, ?, ?, ?)", place[0], place[1],
                place[2], .text(permission.description))
        }
        return true
    }

    func isLinked(_ level: PermissionLevel) throws(ServiceError) -> Bool {
        try !connection.execute(
            "SELECT 1 FROM link WHERE account = ? AND permission = ? LIMIT 1", .text(level.actor.description),
            .text(level.permission.description)
        ).isEmpty
    }
}
