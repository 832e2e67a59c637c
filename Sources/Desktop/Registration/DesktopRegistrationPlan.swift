import RouterProcesses
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
            MimeType=\(types.map { $0 + ";" }.joined())
            \(marker)=1

            """
    }

    /// The schemes as a Markdown document, `Documentation/schemes.md`.
    public var documentation: String {
        let rows = schemes.map { scheme in
            let names = ([scheme.name] + scheme.aliases).map { "`\($0):`" }.joined(separator: ", ")
            let types = scheme.types.map { "`\($0)`" }.joined(separator: ", ")
            let registration =
                switch scheme.standing {
                case .standard: "`router register`"
                case .byName: "`router register --scheme \(scheme.name)`"
                case .reserved: "reserved, not answered yet"
                }
            return
                "| \(names) | \(scheme.title) | \(scheme.coins.isEmpty ? "–" : scheme.coins.joined(separator: " or ")) | \(types) | \(registration) |"
        }
        return """
            # Schemes

            The links that this program answers, as the shipped descriptors define them. `router scheme-table` prints this file.

            | Scheme | Name | Coin | MIME type | Register with |
            | --- | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }
}
