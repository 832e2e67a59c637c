import Glibc
import RouterLinux
import RouterProcesses
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
        let listBytes: [UInt8]?
        var list: MimeAppsDocument
        let recordBytes: [UInt8]?
        var record: RegistrationRecord

        /// The types in our entry.
        var types: [String] { isEntryOurs ? entry?.mimeTypes.filter(RegistrableScheme.isType) ?? [] : [] }
    }

    func files() throws(ServiceError) -> Files {
        let entryBytes = try read(entryPath)
        let keys = entryBytes.map(KeyFile.init)
        let listBytes = try read(listPath)
        let recordBytes = try read(recordPath)
        return Files(
            entryBytes: entryBytes, entry: keys.flatMap { DesktopEntry($0, path: entryPath) },
            isEntryOurs: keys?.value(DesktopRegistrationPlan.marker, in: "Desktop Entry") != nil,
            listBytes: listBytes, list: MimeAppsDocument(listBytes ?? [], item: ownID), recordBytes: recordBytes,
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
