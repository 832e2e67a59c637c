import RouterLinux

/// Passes a link to the program that opens it.
public protocol LinkOpener: Sendable {
    /// Opens a link. Returns once the program has it, without waiting for the result.
    func open(_ link: String) async throws(LinkOpenerError)
}

/// Why a link was not opened.
public enum LinkOpenerError: Error, Sendable, Hashable {
    /// No program is registered for its scheme.
    case noHandler
    /// Any other failure, with a message for the person.
    case failed(String)

    var asMYKEYError: MYKEYError {
        switch self {
        case .noHandler: MYKEYError(.noWallet, .NotInstall)
        case .failed(let reason): MYKEYError(.cannotOpen, .CannotWakeUp, "The wallet could not be started: \(reason).")
        }
    }
}

/// Opens links with the desktop's own openers, started with an argument list and never through a shell.
///
/// `gio open` comes first: it reports if no program opens the scheme, whereas `xdg-open` hands the link to a web
/// browser on some desktops and does nothing on others (Documentation/protocols/linux-desktop.md §1.2).
public struct DesktopLinkOpener: LinkOpener {
    /// An opener of the desktop.
    public enum Tool: String, Sendable, Hashable, CaseIterable {
        /// From GLib (Debian package libglib2.0-bin).
        case gio
        /// From xdg-utils.
        case xdgOpen = "xdg-open"
    }

    private enum Attempt {
        case opened
        case noHandler
        case notInstalled
        case failed(String)
    }

    /// How long to wait for an opener. `xdg-open` may run as long as the wallet does, and then counts as done.
    private let patience: Duration
    /// How long to wait for a query, which no window can delay.
    private static let queryPatience = Duration.seconds(30)

    private let tools: [Tool]
    private let ownEnvironment: [String: String]?

    /// An opener that tries `tools` in order.
    /// - Parameters:
    ///   - tools: the programs that open links.
    ///   - environment: their environment, whose `PATH` locates them; nil for the variables of this process.
    public init(tools: [Tool] = Tool.allCases, environment: [String: String]? = nil) {
        self.init(tools: tools, environment: environment, patience: .seconds(5))
    }

    init(tools: [Tool], environment: [String: String]?, patience: Duration) {
        self.tools = tools
        ownEnvironment = environment
        self.patience = patience
    }

    /// Opens a link with the first tool that can.
    public func open(_ link: String) async throws(LinkOpenerError) {
        let type = "x-scheme-handler/" + link.prefix { $0 != ":" }
        let environment = ownEnvironment ?? Linux.environment()
        var (reason, isHandlerMissing): (String?, Bool) = (nil, false)
        for tool in tools {
            switch await attempt(link, type: type, tool, environment) {
            case .opened: return
            case .noHandler: isHandlerMissing = true
            case .notInstalled: break
            case .failed(let text): reason = reason ?? text
            }
        }
        if let reason { throw .failed(reason) }
        if isHandlerMissing { throw .noHandler }
        throw .failed("neither gio nor xdg-open can be used here; install libglib2.0-bin or xdg-utils")
    }

    private func attempt(
        _ link: String, type: String, _ tool: Tool, _ environment: [String: String]
    ) async -> Attempt {
        do throws(OpenerProcess.Failure) {
            switch tool {
            case .gio: return try await gio(link, type: type, environment)
            case .xdgOpen: return try await xdgOpen(link, type: type, environment)
            }
        } catch {
            return error.isMissing ? .notInstalled : .failed(error.message)
        }
    }

    private func gio(
        _ link: String, type: String, _ environment: [String: String]
    ) async throws(OpenerProcess.Failure) -> Attempt {
        let open = try OpenerProcess.start(["gio", "open", link], environment)
        guard let status = await open.status(within: patience), status != 0 else { return .opened }
        let plain = environment.merging(["LC_ALL": "C.UTF-8", "LANGUAGE": ""]) { $1 }
        let query = try OpenerProcess.start(["gio", "mime", type], plain, readsOutput: true)
        guard await query.status(within: Self.queryPatience) != nil else { return .failed("gio does not answer") }
        return query.output().hasPrefix("Default application for")
            ? .failed("gio exited with status \(status)") : .noHandler
    }

    private func xdgOpen(
        _ link: String, type: String, _ environment: [String: String]
    ) async throws(OpenerProcess.Failure) -> Attempt {
        // Without a display, it starts a web browser in the terminal.
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return .notInstalled }
        let query = try OpenerProcess.start(["xdg-mime", "query", "default", type], environment, readsOutput: true)
        guard await query.status(within: Self.queryPatience) != nil else { return .failed("xdg-mime does not answer") }
        guard query.output().contains(".desktop") else { return .noHandler }
        let open = try OpenerProcess.start(["xdg-open", link], environment)
        guard let status = await open.status(within: patience), status != 0 else { return .opened }
        return .failed("xdg-open exited with status \(status)")
    }
}
