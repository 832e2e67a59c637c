import Glibc
import RouterBytes
import RouterLinux
import SchemeRouter

/// Finds the receiver of a callback in the desktop's own files and starts it with an argument list (S4).
///
/// It does not use the desktop's openers: `xdg-open` and `kde-open` pass links without a handler to a web browser
/// (Documentation/protocols/linux-desktop.md §1.2).
public struct XDGLauncher: Launcher {
    /// The longest callback, in bytes: the longest argument that Linux accepts, without its terminator.
    public static let longestCallback = LinkArgument.longest

    private let directories: XDGDirectories
    private let environment: [String: String]
    private let judge: EntryEligibility

    /// A launcher for one person's desktop.
    /// - Parameters:
    ///   - directories: where the desktop keeps its files.
    ///   - environment: the variables of this process; the receiver gets only those of the session.
    public init(directories: XDGDirectories, environment: [String: String]) {
        self.init(directories: directories, environment: environment, ownFile: FileIdentity.of("/proc/self/exe"))
    }

    init(directories: XDGDirectories, environment: [String: String], ownFile: FileIdentity?) {
        self.directories = directories
        self.environment = environment
        judge = EntryEligibility(policy: ReceiverPolicy(ownFile: ownFile), home: directories.home)
    }

    /// The program that opens links of `scheme`, or nil if there is none.
    ///
    /// Only the first existing program that the desktop names counts. If it must not receive callbacks, no other is
    /// searched for, because the person's desktop would have used that one.
    public func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? {
        try resolve(scheme)?.program
    }

    /// Starts `program` with `callback` as one argument, byte for byte.
    ///
    /// Looks up everything again first: the entry, the command line and the identities of all files that it names – also
    /// the script of an interpreter – must be those that the person saw. After that, only permissions protect the files
    /// until the program starts.
    public func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        try LinkArgument.check(callback, scheme: scheme)
        guard let found = try resolve(scheme) else {
            throw .changed("\(Quoted(program.name, limit: 80)) no longer opens \(scheme): links")
        }
        guard KnownReceiver(program).isSame(as: found.program) else {
            throw .changed(
                "\(Quoted(found.program.name, limit: 80)) (\(Quoted.word(found.program.executable))) would now open "
                    + "\(scheme): links, and not the program that you were shown")
        }
        guard found.program == program else {
            throw .changed("a file of \(Quoted(program.name, limit: 80)) has changed since it was shown")
        }
        var variables = ProcessEnvironment.clean(environment).merging(found.command.variables) { $1 }
        variables[CallbackDepth.variable] = CallbackDepth(environment: environment).next
        let spawn = Spawn(
            program: program.executable, arguments: found.command.line.arguments(opening: callback, of: found.entry),
            environment: variables)
        try rethrowing(try DetachedProcess.start(spawn, in: judge.directory)) { (error: SystemError) in
            LaunchError.failed("\(Quoted.word(program.executable)) does not start: \(error)")
        }
    }

    /// Every program that the desktop names for `scheme`, most preferred first, each once. A callback goes to the first
    /// that is not ``SchemeHandler/isAbsent``, unless it is refused.
    public func handlers(ofScheme scheme: String) throws(LaunchError) -> [SchemeHandler] {
        let type = try Self.type(of: scheme)
        var seen: Set<DesktopEntryID> = []
        var handlers: [SchemeHandler] = []
        MimeApps(directories: directories).first(for: type) { mention in
            if seen.insert(mention.id).inserted { handlers.append(handler(mention, scheme)) }
            return false
        }
        return handlers
    }

    private func resolve(_ scheme: String) throws(LaunchError) -> StartableProgram? {
        let type = try Self.type(of: scheme)
        var found: (entry: DesktopEntry, mention: MimeApps.Mention)?
        MimeApps(directories: directories).first(for: type) { mention in
            guard let entry = mention.id.entry(in: directories.applicationDirectories), entry.isPresent else {
                return false
            }
            found = (entry, mention)
            return true
        }
        return try found.map { (found) throws(LaunchError) in try resolve(found.entry, found.mention, scheme) }
    }

    private func resolve(
        _ entry: DesktopEntry, _ mention: MimeApps.Mention, _ scheme: String
    ) throws(LaunchError) -> StartableProgram {
        try rethrowing(try judge.program(entry, mention, scheme: scheme.lowercased(), appendsLink: false)) {
            (refusal: EntryEligibility.Refusal) in
            refusal.isMissing ? LaunchError.failed(refusal.text) : .forbidden(refusal.text)
        }
    }

    private func handler(_ mention: MimeApps.Mention, _ scheme: String) -> SchemeHandler {
        let entry = mention.id.entry(in: directories.applicationDirectories)
        var refusal: String?
        var container: String?
        if let entry, entry.isPresent {
            do throws(LaunchError) {
                container = try resolve(entry, mention, scheme).command.container
            } catch {
                refusal =
                    switch error {
                    case .forbidden(let reason), .changed(let reason), .failed(let reason): reason
                    }
            }
        } else {
            refusal = SchemeHandler.absence(of: entry)
        }
        let line = (entry?.exec).flatMap { try? ExecLine($0) }
        return SchemeHandler(
            id: mention.id.text, name: entry.map { VisibleText.of($0.name) }, desktopEntry: entry?.path,
            exec: entry?.exec, executable: line.flatMap { judge.find($0.program) }, source: mention.source,
            refusal: refusal, isAbsent: !(entry?.isPresent ?? false), schemes: entry?.schemes ?? [],
            container: container, isNatural: false)
    }

    /// The MIME type that desktops use for a scheme. Schemes are compared in lower case (RFC 3986 3.1).
    private static func type(of scheme: String) throws(LaunchError) -> String {
        guard Sender.isScheme(scheme.utf8) else { throw .forbidden("\(Quoted(scheme, limit: 64)) is not a scheme") }
        return RegistrableScheme.typePrefix + scheme.lowercased()
    }
}

/// How many replies led to this process: a receiver may itself open links, whose replies start receivers, in an endless
/// loop.
///
/// Processes pass the count on in the environment. That stops accidental loops; a malicious program can clear the
/// variable, but then the prompt and its limits stop it.
public struct CallbackDepth: Sendable, Equatable {
    /// The variable: a decimal number; absent means zero.
    public static let variable = "SCHEMEROUTER_DEPTH"
    /// One reply may lead to one more link: a shop requests an address, then a payment.
    static let limit = 2

    private let count: Int

    /// The depth of the process whose variables are `environment`. Anything but a small number counts as too deep.
    public init(environment: [String: String]) {
        guard let text = environment[Self.variable] else {
            count = 0
            return
        }
        count = Int(text).flatMap { (0..<Self.limit).contains($0) ? $0 : nil } ?? Self.limit
    }

    /// Whether links of this process are refused.
    public var isTooDeep: Bool { count >= Self.limit }

    /// The variable's value for a receiver that this process starts.
    var next: String { String(min(count + 1, Self.limit)) }
}

/// A link as the one argument of a program.
enum LinkArgument {
    /// The longest argument that Linux accepts, in bytes, without its terminator.
    static let longest = 131_071

    /// Throws unless `link` belongs to `scheme` and can be passed unchanged. Such a link begins with a letter, so no
    /// program mistakes it for an option.
    static func check(_ link: String, scheme: String) throws(LaunchError) {
        let start = link.utf8.prefix(scheme.utf8.count + 1)
        guard Sender.isScheme(scheme.utf8),
            String(decoding: start, as: UTF8.self).lowercased() == scheme.lowercased() + ":",
            link.utf8.count <= longest, link.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
            throw .failed("this is not a \(Quoted(scheme, limit: 64)) link that can be passed to a program")
        }
    }
}

enum ExistingDirectory {
    /// The first of `paths` that is a directory we may enter, or `/`.
    static func first(of paths: [String]) -> String {
        paths.first { Linux.stat($0)?.kind == S_IFDIR && Linux.access($0, X_OK) == 0 } ?? "/"
    }
}
