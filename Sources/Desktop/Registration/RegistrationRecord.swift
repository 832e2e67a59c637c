import Glibc
import RouterLinux
import SchemeRouter

/// The state before we registered, so that it can be restored: the file `registration` in the state directory.
///
/// It has the format of desktop files, which this target reads anyway.
struct RegistrationRecord: Equatable {
    struct Before: Equatable {
        /// Whether the person's list of defaults had a line for it.
        var hadLine = false
        /// Whether it had one among the associations that were added.
        var hadAdded = false
        /// The value of the line of defaults; nil if there was none, or it was too long to keep.
        var value: String?
        /// The id of the entry that opened it, wherever that was set; nil if none did.
        var opener: String?
    }

    static let version = "1"
    private static let group = "Registration"

    /// Whether we created the list and must remove it once it is empty.
    var madeList = false
    /// Whether we created the group of defaults and must remove it once it is empty.
    var madeGroup = false
    /// The same for the group of added associations.
    var madeAdded = false
    var types: [String: Before] = [:]

    init() {}

    /// Reads a record.
    /// - Throws: `ServiceError/Code/badConfiguration` if another version of this program wrote it.
    init(_ bytes: [UInt8], path: String) throws(ServiceError) {
        let file = KeyFile(bytes)
        guard file.value("Version", in: Self.group) == Self.version else {
            throw ServiceError(
                .badConfiguration, "\(VisibleText.of(path)) was not written by this version of the program.",
                hint:
                    "Register with the version that wrote it, or remove the file: it only records what was registered "
                    + "before.")
        }
        madeList = file.flag("MadeList", in: Self.group)
        madeGroup = file.flag("MadeGroup", in: Self.group)
        madeAdded = file.flag("MadeAdded", in: Self.group)
        for type in file.list("Types", in: Self.group) where RegistrableScheme.isType(type) {
            types[type] = Before(
                hadLine: file.flag("HadLine", in: type), hadAdded: file.flag("HadAdded", in: type),
                value: file.string("Value", in: type),
                opener: file.string("Opener", in: type))
        }
    }

    /// The record as a file; equal records give equal bytes.
    var bytes: [UInt8] {
        let names = types.keys.sorted()
        var text = """
            [\(Self.group)]
            Version=\(Self.version)
            MadeList=\(madeList)
            MadeGroup=\(madeGroup)
            MadeAdded=\(madeAdded)
            Types=\(names.map { $0 + ";" }.joined())

            """
        for name in names {
            guard let before = types[name] else { continue }
            text += "\n[\(name)]\nHadLine=\(before.hadLine)\nHadAdded=\(before.hadAdded)\n"
            if let value = before.value { text += "Value=\(Self.escaped(value))\n" }
            if let opener = before.opener { text += "Opener=\(Self.escaped(opener))\n" }
        }
        return Array(text.utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case " ": "\\s"
            case "\n": "\\n"
            case "\t": "\\t"
            case "\r": "\\r"
            default: String(scalar)
            }
        }.joined()
    }
}

/// What the desktop currently does with wallet links.
public struct RegistrationStatus: Sendable {
    /// Our desktop entry.
    public struct Entry: Sendable, Hashable {
        /// Where it is, or would be.
        public let path: String
        /// Whether there is a file.
        public let exists: Bool
        /// Whether that file is ours.
        public let isOurs: Bool
        /// Its command line, safe to show; nil if there is none.
        public let exec: String?
        /// The program that it names; nil if it names none.
        public let program: String?
        /// Whether that program can be started.
        public let isProgramThere: Bool
        /// Whether it is the running program.
        public let isThisProgram: Bool
        /// How others could change the entry or that program, as the end of a sentence about it; nil if they could not.
        public let danger: String?

        private static var again: String {
            Remedy.register(scheme: nil).text({ "\($0) registers this one." }, or: "Register this one.")
        }

        /// What is wrong with an existing entry; nil if nothing is.
        public var problem: String? {
            guard exists else { return nil }
            guard isOurs else { return "\(VisibleText.of(path)) was not created by this program." }
            guard isProgramThere else {
                return
                    "The registered program \(VisibleText.of(program ?? "")) no longer exists. Was it moved? \(Self.again)"
            }
            if let danger { return "The registered program \(VisibleText.of(program ?? "")) \(danger)." }
            guard isThisProgram else {
                return
                    "Another copy is registered, \(VisibleText.of(program ?? "")). \(Self.again)"
            }
            return nil
        }
    }

    public struct Scheme: Sendable, Hashable {
        public let scheme: RegistrableScheme
        /// Whether both our entry and the person's list give it to us.
        public let isRegistered: Bool
        /// Whether our entry gives it to us, whatever the list says since: programs that make themselves the default take
        /// it out of there.
        public let isInEntry: Bool
        /// The program that opens its links now; nil if none does, or none opens those of an alias.
        public let opener: SchemeOpener?
        /// Desktops on which another program opens them.
        public let overrides: [SchemeOverride]
        /// The id of the entry that opened it before it was registered, safe to show; nil if none is known.
        public let before: String?
        /// What each opener that is installed starts; empty if the scheme is not registered.
        public let findings: [OpenerFinding]

        /// The openers that start another program, or none, although the scheme is registered.
        public var losing: [OpenerFinding] { findings.filter { $0.program?.isOurs != true && $0.doubt == nil } }

        /// Whether it was registered but another program, or none, opens its links.
        public var isLost: Bool { isInEntry && opener?.isOurs != true }
    }

    /// This program's file; nil if it cannot be determined.
    public let program: String?
    /// Our desktop entry.
    public let entry: Entry
    /// The person's list of defaults.
    public let list: String
    /// The line of that list because of which some desktops ignore all of it, as a sentence; nil if there is none.
    public let listProblem: String?
    /// The schemes that can be registered.
    public let schemes: [Scheme]
}

extension DesktopRegistration {
    /// What the desktop currently does with `schemes`.
    public func status(of schemes: [RegistrableScheme]) throws(ServiceError) -> RegistrationStatus {
        let files = try files()
        let own = Set(files.list.ownKeys()).intersection(files.types)
        let program = files.entry?.exec.flatMap { try? ExecLine($0).program }
        let executable = program.flatMap { ExecutableFile.find($0) }
        let entry = RegistrationStatus.Entry(
            path: entryPath, exists: files.entryBytes != nil, isOurs: files.isEntryOurs,
            exec: files.entry?.exec.map(VisibleText.of), program: program, isProgramThere: executable != nil,
            isThisProgram: isThisProgram(executable),
            danger: [executable, files.entryBytes.map { _ in entryPath }].lazy.compactMap(\.self)
                .compactMap(TrustedPath.danger).first)
        let rows = schemes.map { scheme in
            RegistrationStatus.Scheme(
                scheme: scheme, isRegistered: own.isSuperset(of: scheme.types),
                isInEntry: Set(files.types).isSuperset(of: scheme.types), opener: opener(of: scheme),
                overrides: scheme.types.flatMap(openers.overrides),
                before: scheme.types.lazy.compactMap { files.record.types[$0]?.opener }.first.map(VisibleText.of),
                findings: own.isSuperset(of: scheme.types) ? findings(for: scheme) : [])
        }
        return RegistrationStatus(
            program: self.program, entry: entry, list: listPath, listProblem: listProblem(files.listBytes ?? []),
            schemes: rows)
    }

    /// Why GLib would ignore a whole list of the person; nil if it can read it.
    func listProblem(_ bytes: [UInt8]) -> String? {
        do throws(GLibKeyFile.Problem) {
            _ = try GLibKeyFile(bytes)
            return nil
        } catch {
            return
                "Line \(error.line) of \(VisibleText.of(listPath)) \(error.text), so GNOME, XFCE, LXQt and “gio open” "
                + "ignore the whole file. Correct or remove that line."
        }
    }

    /// What each opener starts for the scheme and its aliases: the first that is not ours, if there is one.
    private func findings(for scheme: RegistrableScheme) -> [OpenerFinding] {
        let readers = DesktopReaders(directories: directories, ownID: ownID)
        let all = scheme.types.map { readers.findings(for: $0) { Linux.access($0, X_OK) == 0 } }
        guard let first = all.first else { return [] }
        return first.indices.map { place in
            all.map { $0[place] }.first { $0.program?.isOurs != true } ?? first[place]
        }
    }

    /// The program that opens the scheme and its aliases: another program if it opens any of them, ours only if it
    /// opens all.
    private func opener(of scheme: RegistrableScheme) -> SchemeOpener? {
        let found = scheme.types.map { openers.current($0, countsOurs: false) }
        if let other = found.lazy.compactMap({ $0 }).first(where: { !$0.isOurs }) { return other }
        return found.contains { $0 == nil } ? nil : found.first ?? nil
    }

    private func isThisProgram(_ path: String?) -> Bool {
        guard let path, let program, let named = FileIdentity.of(path), let own = FileIdentity.of(program) else {
            return false
        }
        return named.isSameFile(as: own)
    }
}
