import ExactJSON
import RouterEOSIO
import SchemeRouter

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
