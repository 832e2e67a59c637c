import RouterBytes
import RouterLinux
import SchemeRouter

/// What this program tells the desktop and readers about its schemes. All of it is generated here, from the
/// descriptors, so that no two places can disagree.
public struct DesktopRegistrationPlan: Sendable {
    /// The id of our desktop entry, which is also the name of its file.
    public static let entryName = "schemerouter.desktop"
    /// The program's name for people. Browsers show it when they ask whether to open a link.
    public static let programName = "SchemeRouter"
    /// A key of the entry that distinguishes our files from others with that name.
    static let marker = "X-SchemeRouter-Registration"
    /// Lists the types of our entry. Not `MimeType`, which indexes keep: once the program is gone, `xdg-open` and KDE would still
    /// take the entry from the index, and start nothing. The list of defaults suffices for all openers, and there they skip
    /// a program that is gone (Documentation/protocols/linux-desktop.md §2.1).
    static let typesKey = "X-SchemeRouter-Types"

    /// The schemes in the order of their names, including reserved ones.
    public let schemes: [RegistrableScheme]

    /// The plan for all schemes of the descriptors.
    public init(routes: RouteTable) {
        schemes = routes.schemes.map(RegistrableScheme.init)
    }

    /// The schemes that are registered if the person names none.
    public var standardSchemes: [RegistrableScheme] { schemes.filter { $0.standing == .standard } }

    /// The schemes that can be registered.
    public var enabledSchemes: [RegistrableScheme] { schemes.filter { $0.standing != .reserved } }

    /// The desktop entry (Desktop Entry Specification 1.5) for `types`.
    ///
    /// `Exec` is neither quoted nor escaped: xdg-open 1.1.3 takes quotes literally
    /// (Documentation/protocols/linux-desktop.md §2.2). `--` prevents a link from being read as an option. The entry
    /// has no window, terminal or menu item of its own.
    /// - Throws: `ServiceError/Code/refusedByPolicy` if the path or a type cannot be written this way.
    static func entry(executable: String, types: [String]) throws(ServiceError) -> String {
        try ProgramPath.check(executable)
        for type in types where !RegistrableScheme.isType(type) {
            throw ServiceError(.refusedByPolicy, "“\(VisibleText.of(type))” is not the type of a scheme.")
        }
        return """
            [Desktop Entry]
            Version=1.0
            Type=Application
            Name=\(programName)
            Comment=Answers wallet links
            Icon=schemerouter
            Exec=\(executable) open -- %u
            TryExec=\(executable)
            Terminal=false
            NoDisplay=true
            StartupNotify=false
            \(typesKey)=\(types.map { $0 + ";" }.joined())
            \(marker)=1

            """
    }
}

/// A scheme of the descriptors from the desktop's point of view: its MIME types, and whether we take it without being
/// asked.
public struct RegistrableScheme: Sendable, Hashable {
    /// When a scheme is registered.
    public enum Standing: String, Sendable, Hashable {
        /// By default.
        case standard
        /// Only if the person names it: other wallets open such links, too.
        case byName = "by-name"
        /// Never: its links are not supported yet.
        case reserved
    }

    /// The scheme in lower case.
    public let name: String
    /// Its name for people.
    public let title: String
    /// The ids of its coins; empty if they are not known yet.
    public let coins: [String]
    /// Schemes, in lower case, whose links have the same meaning.
    public let aliases: [String]
    /// When it is registered.
    public let standing: Standing

    /// The scheme that a descriptor describes.
    public init(_ descriptor: SchemeDescriptor) {
        let standing: Standing =
            if !descriptor.isEnabled || descriptor.links?.refusesAll == true {
                .reserved
            } else {
                // Links that begin with an address belong to a coin and not to one wallet, and other programs open
                // links that only a descriptor describes.
                descriptor.grammar == .bip21 || descriptor.grammar == .uri ? .byName : .standard
            }
        self.init(
            name: descriptor.name, title: descriptor.title, coins: descriptor.coins.map(\.name),
            aliases: descriptor.aliases,
            standing: standing)
    }

    init(name: String, title: String, coins: [String], aliases: [String] = [], standing: Standing = .standard) {
        self.name = name
        self.title = title
        self.coins = coins
        self.aliases = aliases
        self.standing = standing
    }

    /// The MIME types that desktops use for links of the scheme and of its aliases.
    public var types: [String] { ([name] + aliases).map { Self.typePrefix + $0 } }

    static let typePrefix = "x-scheme-handler/"

    /// Whether `type` is the type of a scheme (RFC 3986 3.1, lower case): it contains nothing that could end a line or
    /// a list.
    static func isType(_ type: String) -> Bool {
        guard type.hasPrefix(typePrefix) else { return false }
        let name = type.utf8.dropFirst(typePrefix.utf8.count)
        return Sender.isScheme(name) && !name.contains { (0x41...0x5A).contains($0) }
    }
}

extension ProgramPath {
    /// The path to register for the program at `path`: the path itself or, if openers could not read it, that of a
    /// symbolic link to it in `~/.local/bin`.
    /// - Throws: `ServiceError/Code/refusedByPolicy` if there is neither, or others could change it: every link would
    ///   reach what they put there (S7).
    static func registrable(_ path: String?, home: String) throws(ServiceError) -> String {
        let found = try readable(path, home: home)
        if let danger = TrustedPath.danger(to: found) {
            throw ServiceError(
                .refusedByPolicy, "\(VisibleText.of(found)) \(danger).",
                hint: "Nothing was changed. Install it where only you or the system can write, and register again.")
        }
        return found
    }

    private static func readable(_ path: String?, home: String) throws(ServiceError) -> String {
        guard let path else {
            throw ServiceError(
                .refusedByPolicy, "This program's file is no longer where it was started from.",
                hint: "Start the program again from where it is installed.")
        }
        if isReadable(path) { return path }
        let link = "\(home)/.local/bin/router"
        if isReadable(link), let file = FileIdentity.of(path), FileIdentity.of(link)?.isSameFile(as: file) == true {
            return link
        }
        throw refusal(of: path)
    }

    static func check(_ path: String) throws(ServiceError) {
        guard isReadable(path) else { throw refusal(of: path) }
    }

    /// Whether every opener reads the path as one word: `^/[A-Za-z0-9_./+-]+$`.
    static func isReadable(_ path: String) -> Bool {
        path.utf8.count > 1 && path.utf8.first == UInt8(ascii: "/")
            && path.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_./+-".utf8.contains($0) }
    }

    private static func refusal(of path: String) -> ServiceError {
        let quoted = VisibleText.of(path).split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''")
        return ServiceError(
            .refusedByPolicy,
            "\(VisibleText.of(path)) cannot be registered: link openers only read paths with letters, digits and _ . / + -",
            hint:
                "Create a symbolic link to it and register again: mkdir -p ~/.local/bin && ln -s '\(quoted)' ~/.local/bin/router"
        )
    }
}

/// What registering or unregistering would change. Nothing changes until it is applied.
public struct RegistrationChange: Sendable {
    /// A scheme and its current or previous program.
    public struct Owned: Sendable, Hashable {
        public let scheme: RegistrableScheme
        /// The other program.
        public let opener: SchemeOpener
    }

    /// The schemes that are ours afterwards or, when unregistering, no longer ours.
    public let schemes: [RegistrableScheme]
    /// Schemes that are left to other programs.
    public let skipped: [Owned]
    /// Schemes that are taken from other programs.
    public let taken: [Owned]
    /// Our desktop entry afterwards; nil if there is none.
    public let entry: String?
    /// The files that change, in that order.
    public var files: [String] { transaction.paths }

    let transaction: FileTransaction

    /// Whether nothing has to change.
    public var isEmpty: Bool { files.isEmpty }
}
