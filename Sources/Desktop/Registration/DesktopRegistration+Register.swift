import Glibc
import RouterLinux
import RouterProcesses
import SchemeRouter

extension DesktopRegistration {
    /// What registering `schemes` would change. A wallet's own scheme is skipped if another program opens it. A scheme
    /// that wallets share is taken, because its program can still be given the links: the program is recorded, and
    /// stays second in the list.
    /// - Parameters:
    ///   - schemes: their names.
    ///   - force: whether to take wallets' own schemes, too.
    /// - Throws: `ServiceError/Code/refusedByPolicy` if this program's path cannot be registered, or a file with the
    ///   name of our entry is not ours.
    public func registering(_ schemes: [RegistrableScheme], force: Bool) throws(ServiceError) -> RegistrationChange {
        try checkHome()
        let executable = try ProgramPath.registrable(program, home: directories.home)
        var files = try files()
        guard files.isEntryOurs || files.entryBytes == nil else {
            throw ServiceError(
                .refusedByPolicy, "\(entryPath) was not created by “router register”, so it is not replaced.",
                hint: "If it is not needed, move it away and register again.")
        }
        var registered: [RegistrableScheme] = []
        var skipped: [RegistrationChange.Owned] = []
        var taken: [RegistrationChange.Owned] = []
        let own = Set(files.list.ownKeys)
        for scheme in schemes {
            // Whether the person's list gives the scheme to us was decided earlier, but a desktop-specific list can
            // still override it.
            if own.isSuperset(of: scheme.types) {
                registered.append(scheme)
                continue
            }
            let other = scheme.types.lazy.compactMap { openers.current($0, countsOurs: true) }.first { !$0.isOurs }
            if let other {
                let owned = RegistrationChange.Owned(scheme: scheme, opener: other)
                // A scheme that wallets share is taken only if it was named, and its program still receives the links
                // (S15).
                guard force || scheme.standing == .byName else {
                    skipped.append(owned)
                    continue
                }
                taken.append(owned)
            }
            registered.append(scheme)
        }
        let types = registered.flatMap(\.types)
        if !types.isEmpty {
            if files.listBytes == nil { files.record.madeList = true }
            if !files.list.hasGroup { files.record.madeGroup = true }
        }
        for type in types { add(type, to: &files) }

        let entryTypes = Set(files.types).union(types).sorted()
        let entry =
            entryTypes.isEmpty
            ? nil : try DesktopRegistrationPlan.entry(executable: executable, types: entryTypes)
        return change(
            to: files, entry: entry, removesEntry: false, removesTypes: false, schemes: registered, skipped: skipped,
            taken: taken)
    }

    /// `sudo` may keep `HOME`: the files would belong to root, in the directory of someone who could not change them.
    private func checkHome() throws(ServiceError) {
        guard let status = Linux.stat(directories.home), status.st_uid != geteuid() else { return }
        throw ServiceError(
            .refusedByPolicy, "\(VisibleText.of(directories.home)) is the home directory of another user.",
            hint: "Register as the user who clicks the links, without sudo.")
    }

    private func add(_ type: String, to files: inout Files) {
        if files.list.ownKeys.contains(type) {
            // Already ours: the previous state is recorded, or cannot be known.
            if files.record.types[type] == nil { files.record.types[type] = .init() }
            files.list.add(to: type)
            return
        }
        let value = files.list.value(of: type)
        let opener = openers.current(type, countsOurs: false)
        files.record.types[type] = RegistrationRecord.Before(
            hadLine: value != nil, value: value.flatMap { $0.utf8.count <= 4_096 ? $0 : nil },
            opener: opener.flatMap { $0.isOurs ? nil : $0.id })
        files.list.add(to: type)
    }

    /// The change that writes the new contents of `files`.
    func change(
        to files: Files, entry: String?, removesEntry: Bool, removesTypes: Bool, schemes: [RegistrableScheme],
        skipped: [RegistrationChange.Owned] = [], taken: [RegistrationChange.Owned] = []
    ) -> RegistrationChange {
        var transaction = FileTransaction()
        let list = files.list.bytes
        let removesList = removesTypes && files.record.types.isEmpty && files.record.madeList && list.isEmpty
        // The record makes it possible to undo whatever a crash leaves: it is written first and removed last.
        let hasRecord = !files.record.types.isEmpty
        if hasRecord, !removesTypes {
            transaction.write(files.record.bytes, to: recordPath, replacing: files.recordBytes, mode: 0o600)
        }
        if let entry {
            transaction.write(Array(entry.utf8), to: entryPath, replacing: files.entryBytes, mode: 0o644)
        } else if removesEntry {
            transaction.remove(entryPath)
        }
        if removesList {
            transaction.remove(listPath)
        } else if files.listBytes != nil || !list.isEmpty {
            transaction.write(list, to: listPath, replacing: files.listBytes, mode: 0o644)
        }
        if removesTypes {
            if hasRecord {
                transaction.write(files.record.bytes, to: recordPath, replacing: files.recordBytes, mode: 0o600)
            } else {
                transaction.remove(recordPath)
            }
        }
        return RegistrationChange(
            schemes: schemes, skipped: skipped, taken: taken, entry: entry, transaction: transaction)
    }
}
