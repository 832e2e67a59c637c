import Glibc
import RouterLinux
import SchemeRouter

/// Makes this program the one that opens wallet links, and undoes that (XDG MIME applications, Desktop Entry).
///
/// This needs two files and no desktop tool: our desktop entry and the person's `mimeapps.list`. It takes nothing from
/// another program unless asked to, and unregistering restores the list
/// (Documentation/protocols/linux-desktop.md §2).
public struct DesktopRegistration: Sendable {
    /// The largest list that is read, in bytes.
    static let largestFile = 2_097_152

    let directories: XDGDirectories
    let stateDirectory: String
    let program: String?
    let ownID: DesktopEntryID

    /// The registration in one person's directories.
    /// - Parameters:
    ///   - directories: where the desktop keeps its files.
    ///   - stateDirectory: where we record the previous handlers.
    ///   - program: the path of this program, see `ProgramPath.current`.
    /// - Throws: `ServiceError/Code/badConfiguration` if a path has a control character.
    public init(directories: XDGDirectories, stateDirectory: String, program: String?) throws(ServiceError) {
        let paths = [directories.home, directories.configHome, directories.dataHome, stateDirectory]
        guard paths.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }),
            let id = DesktopEntryID(DesktopRegistrationPlan.entryName)
        else {
            throw ServiceError(
                .badConfiguration, "A path of the XDG directories has a line break or another control character.",
                hint: "Check HOME and the variables that begin with XDG_.")
        }
        self.directories = directories
        self.stateDirectory = stateDirectory
        self.program = program
        ownID = id
    }

    /// The path of our desktop entry.
    public var entryPath: String { "\(applications)/\(ownID.text)" }
    /// The path of the person's list of defaults.
    public var listPath: String { "\(directories.configHome)/mimeapps.list" }
    var recordPath: String { Self.recordPath(in: stateDirectory) }
    static func recordPath(in stateDirectory: String) -> String { "\(stateDirectory)/registration" }
    var applications: String { "\(directories.dataHome)/applications" }
    var openers: SchemeOpeners { SchemeOpeners(directories: directories, ownID: ownID) }

    /// Applies a change and returns it.
    /// - Parameter plan: returns the change. It is called while no other process can change the registration.
    /// - Throws: `ServiceError/Code/busy`, `ServiceError/Code/cannotWrite`; then nothing was changed.
    public func apply(
        _ plan: () throws(ServiceError) -> RegistrationChange
    ) throws(ServiceError) -> RegistrationChange {
        try RegistrationLock.holding(stateDirectory) { () throws(ServiceError) in
            let change = try plan()
            try change.transaction.commit()
            return change
        }
    }

    struct Files {
        let entryBytes: [UInt8]?
        let entry: DesktopEntry?
        let isEntryOurs: Bool
        /// The types for which our entry was written; empty if it is not ours.
        let types: [String]
        let listBytes: [UInt8]?
        var list: MimeAppsDocument
        let recordBytes: [UInt8]?
        var record: RegistrationRecord
    }

    func files() throws(ServiceError) -> Files {
        let entryBytes = try read(entryPath)
        let keys = entryBytes.map(KeyFile.init)
        let entry = keys.flatMap { DesktopEntry($0, path: entryPath) }
        let isEntryOurs = keys?.value(DesktopRegistrationPlan.marker, in: "Desktop Entry") != nil
        let types = (keys?.list(DesktopRegistrationPlan.typesKey, in: "Desktop Entry") ?? []) + (entry?.mimeTypes ?? [])
        let listBytes = try read(listPath)
        let recordBytes = try read(recordPath)
        return Files(
            entryBytes: entryBytes, entry: entry, isEntryOurs: isEntryOurs,
            types: isEntryOurs ? types.filter(RegistrableScheme.isType) : [], listBytes: listBytes,
            list: MimeAppsDocument(listBytes ?? [], item: ownID), recordBytes: recordBytes,
            record: try recordBytes.map { (bytes) throws(ServiceError) in
                try RegistrationRecord(bytes, path: recordPath)
            } ?? RegistrationRecord())
    }

    /// Nil only if there is no file: a file that exists but cannot be read must not be replaced by a shorter one.
    private func read(_ path: String) throws(ServiceError) -> [UInt8]? {
        if let bytes = BoundedFile.read(path, limit: Self.largestFile) { return bytes }
        if Linux.stat(path) == nil, errno == ENOENT { return nil }
        throw ServiceError(
            .cannotWrite, "\(VisibleText.of(path)) cannot be read, is not a regular file, or is too large.",
            hint: "Nothing was changed.")
    }
}

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
                .refusedByPolicy, "\(entryPath) was not created by this program, so it is not replaced.",
                hint: "If it is not needed, move it away and register again.")
        }
        var registered: [RegistrableScheme] = []
        var skipped: [RegistrationChange.Owned] = []
        var taken: [RegistrationChange.Owned] = []
        let own = Set(files.list.ownKeys())
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
            if !files.list.has(.defaults) { files.record.madeGroup = true }
            if !files.list.has(.added) { files.record.madeAdded = true }
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
        let hadAdded = !files.list.ownKeys(.added).contains(type) && files.list.value(of: type, in: .added) != nil
        defer {
            if hadAdded { files.record.types[type]?.hadAdded = true }
            files.list.add(to: type, in: .added)
        }
        if files.list.ownKeys().contains(type) {
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

extension DesktopRegistration {
    /// What undoing the registration would change. Types that another program has meanwhile taken first place for are
    /// left alone.
    /// - Parameters:
    ///   - schemes: the schemes; nil for everything that was registered, whether or not descriptors still describe it.
    ///   - known: all schemes of the descriptors, to name what is undone.
    ///   - force: whether to remove a file with the name of our entry even if we did not create it.
    public func unregistering(
        _ schemes: [RegistrableScheme]?, known: [RegistrableScheme], force: Bool
    ) throws(ServiceError) -> RegistrationChange {
        var files = try files()
        let own = files.list.ownKeys().filter(RegistrableScheme.isType)
        let everything = Set(own).union(files.types).union(files.record.types.keys)
        let types = schemes.map { Set($0.flatMap(\.types)).intersection(everything) } ?? everything

        for type in types.sorted() {
            let before = files.record.types.removeValue(forKey: type)
            files.list.remove(from: type, in: .added, hadLine: before?.hadAdded ?? false)
            guard own.contains(type) else { continue }
            files.list.remove(from: type, hadLine: before?.hadLine ?? false)
            // Other programs rewrite the list, and may have dropped what followed our entry.
            if files.list.value(of: type) == nil, let value = before?.value, openers.isAnyPresent(in: value) {
                files.list.insertLine(type, value: value)
            }
        }
        if files.record.types.isEmpty {
            // Without a record it is most likely ours.
            if files.record.madeAdded || files.recordBytes == nil { files.list.removeEmpty(.added) }
            if files.record.madeGroup { files.list.removeEmpty(.defaults) }
        }

        let remaining = files.types.filter { !types.contains($0) }
        var entry: String?
        if !remaining.isEmpty, let path = files.entry?.tryExec {
            entry = try DesktopRegistrationPlan.entry(executable: path, types: remaining)
        }
        return change(
            to: files, entry: entry,
            removesEntry: remaining.isEmpty && (files.isEntryOurs || (force && schemes == nil)), removesTypes: true,
            schemes: known.filter { !types.isDisjoint(with: $0.types) })
    }
}

extension DesktopRegistration {
    /// Records another program as the previous handler of a scheme, so that links which are handed over go to it first.
    /// Unregistering still restores what was there originally.
    ///
    /// Throws `ServiceError/Code/refusedByPolicy` if we are not registered for the scheme: then the desktop itself
    /// decides.
    public func using(_ id: String, for scheme: RegistrableScheme) throws(ServiceError) -> RegistrationChange {
        var files = try files()
        let types = scheme.types.filter { files.record.types[$0] != nil }
        guard !types.isEmpty else {
            throw ServiceError(
                .refusedByPolicy,
                "This program is not registered for “\(scheme.name):” links, so it receives none to hand over.",
                hint: Remedy.register(scheme: scheme.name).text({ "Register first: \($0)." }, or: "Register first."))
        }
        for type in types { files.record.types[type]?.opener = id }
        var transaction = FileTransaction()
        transaction.write(files.record.bytes, to: recordPath, replacing: files.recordBytes, mode: 0o600)
        return RegistrationChange(
            schemes: [scheme], skipped: [], taken: [], entry: nil, transaction: transaction)
    }
}

/// The right to change the registration, held by one process at a time. It ends with its holder, however that ends.
enum RegistrationLock {
    /// Runs `body` while this process holds the lock on `directory`, which exists.
    /// - Throws: `ServiceError/Code/busy` if another process holds it.
    static func holding<Value>(
        _ directory: String, _ body: () throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        let number = Linux.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else {
            throw ServiceError(.cannotWrite, "\(VisibleText.of(directory)) cannot be opened: \(SystemError.last).")
        }
        defer { close(number) }
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
            throw ServiceError(.busy, "Another registration is running.")
        }
        // Closing is not enough: a child that another thread is just starting shares the lock until it closes its copy.
        defer { flock(number, LOCK_UN) }
        return try body()
    }
}
