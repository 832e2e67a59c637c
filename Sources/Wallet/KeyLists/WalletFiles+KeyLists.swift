import RouterSecrets
import SchemeRouter

/// Access to keys that hold no money, without the passcode.
extension WalletFiles {
    private var keyLists: KeyListsFile { KeyListsFile(file: file("key-lists")) }
    private var keyMarksFile: PrivateFile { file("key-marks") }

    /// The known public keys of a branch, from number 0 on; empty if none were ever recorded.
    public func publicKeys(of branch: KeyBranch) throws(ServiceError) -> [[UInt8]] {
        guard exists else { throw .noWallet }
        guard let lists = keyLists.read() else { return [] }
        if let book = try accounts(), book.masterFingerprint != lists.masterFingerprint { return [] }
        return lists.keys[branch] ?? []
    }

    /// Which keys of a branch are marked as used.
    public func use(of branch: KeyBranch, on chain: ChainID) throws(ServiceError) -> KeyUse {
        guard exists else { throw .noWallet }
        return try keyMarks()[KeyMarks.Place(chain: chain, branch: branch)]
    }

    /// Marks a key as used or unused. Returns whether that changes anything.
    /// - Parameters:
    ///   - number: one of ``KeyUse/numbers``.
    ///   - branch: the branch of the account's keys.
    ///   - chain: the coin and network.
    ///   - isUsed: whether a key was used.
    public func mark(
        _ number: UInt32, of branch: KeyBranch, on chain: ChainID, isUsed: Bool
    ) throws(ServiceError) -> Bool {
        try DirectoryLock.holding(directory) { () throws(ServiceError) in
            guard exists else { throw .noWallet }
            let place = KeyMarks.Place(chain: chain, branch: branch)
            var marks = try keyMarks()
            guard marks[place].numbers.contains(number) else {
                throw ServiceError(.refusedByCheck, "Key \(number) is out of range.")
            }
            guard marks.mark(number, of: place, isUsed: isUsed) else { return false }
            try keyMarksFile.replace(with: marks.bytes)
            return true
        }
    }

    private func keyMarks() throws(ServiceError) -> KeyMarks {
        guard keyMarksFile.exists else { return KeyMarks() }
        guard let bytes = try? keyMarksFile.read(limit: KeyMarks.longestFile), let marks = KeyMarks(reading: bytes)
        else {
            throw ServiceError(
                .damagedKeystore, "The file \(keyMarksFile.path) is damaged.",
                hint: "It only records which keys you marked as used. Move it away and mark them again.")
        }
        return marks
    }

    func checkKeyLists(of seed: borrowing Secret) throws(ServiceError) {
        guard keyLists.isRight(for: seed) else {
            throw ServiceError(
                .refusedByCheck,
                "The file \(keyLists.file.path) was changed: it lists keys that do not belong to the wallet.",
                hint: "Move it away. Keys shared since it changed may not be yours.")
        }
    }

    /// Adds public keys of branches, keeping what other processes add meanwhile.
    fileprivate func notePublicKeys(
        _ branches: [(branch: KeyBranch, count: Int)], fingerprint: UInt32, seed: borrowing Secret
    ) throws(ServiceError) {
        try DirectoryLock.holding(directory) { () throws(ServiceError) in
            try checkKeyLists(of: seed)
            let known = keyLists.read()
            var lists = known ?? KeyLists(masterFingerprint: fingerprint)
            for (branch, count) in branches { try lists.derive(branch, count: count, seed: seed) }
            if lists != known { try keyLists.write(lists, seed: seed) }
        }
    }
}

extension UnlockedWallet {
    /// Records the first public keys of branches, so that they need no passcode from now on.
    /// - Parameter branches: each branch with the number of keys; limited to the keys that ``KeyUse/numbers`` allows.
    public func notePublicKeys(_ branches: [(branch: KeyBranch, count: Int)]) throws(ServiceError) {
        guard !branches.isEmpty else { return }
        try files.notePublicKeys(branches, fingerprint: masterFingerprint, seed: seed)
    }

    /// The private key with a number below 2^31. The caller has obtained the person's consent.
    public func key(_ number: UInt32, of branch: KeyBranch) throws(ServiceError) -> NumberedKey {
        do throws(DerivationError) {
            return try KeyDerivation(of: branch, seed: seed).key(number)
        } catch {
            throw .refused("the wallet has no key at \(branch.path(of: number))")
        }
    }
}
