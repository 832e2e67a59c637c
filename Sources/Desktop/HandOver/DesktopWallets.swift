import Glibc
import RouterBytes
import RouterLinux
import SchemeRouter

/// Finds wallet programs in the desktop's own files, and starts them with an argument list (S15).
///
/// The order is the desktop's (Documentation/protocols/linux-desktop.md §6.1), after the program that opened the scheme
/// before we were registered for it.
public struct DesktopWallets: WalletPrograms {
    /// How long a program is watched. If it ends because it does not accept the link, it ends within that time.
    static let watch = Duration.seconds(3)

    private let directories: XDGDirectories
    private let environment: [String: String]
    private let recordPath: String
    private let judge: EntryEligibility
    private let time: Duration

    /// The wallet programs of one person's desktop.
    /// - Parameters:
    ///   - directories: where the desktop keeps its files.
    ///   - environment: the variables of this process.
    ///   - stateDirectory: where ``DesktopRegistration`` records the previous handlers.
    public init(directories: XDGDirectories, environment: [String: String], stateDirectory: String) {
        self.init(
            directories: directories, environment: environment, stateDirectory: stateDirectory,
            exports: [
                "\(directories.dataHome)/flatpak/exports/share", "/var/lib/flatpak/exports/share",
                "/var/lib/snapd/desktop",
            ], ownFile: FileIdentity.of("/proc/self/exe"), time: Self.watch)
    }

    /// - Parameter exports: where Flatpak and snap put entries. Only sessions that a desktop started name these
    ///   directories.
    init(
        directories: XDGDirectories, environment: [String: String], stateDirectory: String, exports: [String],
        ownFile: FileIdentity?, time: Duration
    ) {
        self.directories = directories.withData(exports)
        self.environment = environment
        recordPath = DesktopRegistration.recordPath(in: stateDirectory)
        judge = EntryEligibility(policy: ReceiverPolicy(ownFile: ownFile), home: directories.home)
        self.time = time
    }

    /// The programs that may be given links of `scheme`, the natural one first.
    public func candidates(forScheme scheme: String) -> [WalletProgram] {
        targets(forScheme: scheme).map(\.wallet)
    }

    /// Starts `program` with `link` as one argument, byte for byte.
    ///
    /// Looks up everything again first, as ``XDGLauncher`` does.
    public func open(
        _ link: String, scheme: String, with program: WalletProgram
    ) async throws(LaunchError) -> HandOverEnd {
        try LinkArgument.check(link, scheme: scheme)
        let name = Quoted(program.program.name, limit: 80)
        guard let target = targets(forScheme: scheme).first(where: { $0.wallet.id.isSame(program.id) }) else {
            throw .changed("\(name) no longer accepts \(scheme): links")
        }
        guard target.wallet.program == program.program, target.wallet.container == program.container else {
            throw .changed("\(name) has changed since it was shown: its desktop entry, its command line or its file")
        }
        var variables = WalletEnvironment.variables(environment).merging(target.startable.command.variables) { $1 }
        variables[CallbackDepth.variable] = CallbackDepth(environment: environment).next
        let startable = target.startable
        let spawn = Spawn(
            program: program.program.executable,
            arguments: startable.command.line.arguments(opening: link, of: startable.entry), environment: variables)
        do throws(SystemError) {
            let end = try await DetachedProcess.watch(spawn, in: judge.directory, for: time)
            return end.flatMap { $0.status == 0 ? nil : .ended($0.status) } ?? .started
        } catch {
            throw .failed("\(Quoted.word(program.program.executable)) does not start: \(error)")
        }
    }

    /// All programs that the desktop names for links of `scheme`: first, in order, those that may receive one, then the
    /// others with the reason.
    public func handlers(ofScheme scheme: String) -> [SchemeHandler] {
        let found = survey(scheme.lowercased())
        return found.compactMap(\.target).enumerated().map { handler($1, isNatural: $0 == 0) }
            + found.compactMap { $0.target == nil ? refused($0) : nil }
    }

    private struct Found {
        let mention: MimeApps.Mention
        let entry: DesktopEntry?
        var target: HandOverTarget?
        var refusal: String?
    }

    private func targets(forScheme scheme: String) -> [HandOverTarget] {
        survey(scheme.lowercased()).compactMap(\.target)
    }

    /// Everything that the desktop names, each once: first the previous handler, then the others in the desktop's
    /// order. Only the first default that exists counts, as if we were not registered; later defaults count only if
    /// they are also named elsewhere.
    private func survey(_ scheme: String) -> [Found] {
        guard Sender.isScheme(scheme.utf8) else { return [] }
        let type = RegistrableScheme.typePrefix + scheme
        let before = opener(before: type)
        // The entries seen so far, and whether each exists.
        var seen: [DesktopEntryID: Bool] = [:]
        var hasDefault = false
        var found: [Found] = []
        func take(_ mention: MimeApps.Mention) {
            guard !(mention.origin == .byDefault && hasDefault) else { return }
            if seen[mention.id] == nil {
                let judged = judge(mention, scheme)
                seen[mention.id] = judged.entry.map(judge.isThere) ?? false
                found.append(judged)
            }
            // The previous handler may also be the default.
            if mention.origin == .byDefault, !isOurs(mention.id), seen[mention.id] == true { hasDefault = true }
        }
        if let before { take(before) }
        MimeApps(directories: directories).first(for: type) { mention in
            take(mention)
            return false
        }
        return found
    }

    /// The program that handled the type before us, according to our own record.
    private func opener(before type: String) -> MimeApps.Mention? {
        guard let bytes = BoundedFile.read(recordPath, limit: DesktopRegistration.largestFile),
            let record = try? RegistrationRecord(bytes, path: recordPath),
            let id = record.types[type]?.opener.flatMap(DesktopEntryID.init), !isOurs(id)
        else { return nil }
        return MimeApps.Mention(id: id, source: recordPath, origin: .before)
    }

    private func isOurs(_ id: DesktopEntryID) -> Bool { id.text.isSame(DesktopRegistrationPlan.entryName) }

    private func judge(_ mention: MimeApps.Mention, _ scheme: String) -> Found {
        var found = Found(mention: mention, entry: mention.id.entry(in: directories.applicationDirectories))
        guard let entry = found.entry, entry.isPresent else {
            found.refusal = SchemeHandler.absence(of: found.entry)
            return found
        }
        guard !isOurs(mention.id) else {
            found.refusal = "\(Quoted(entry.name, limit: 80)) is this program itself"
            return found
        }
        do throws(EntryEligibility.Refusal) {
            found.target = try judge.target(entry, mention, scheme: scheme)
        } catch {
            found.refusal = error.text
        }
        return found
    }

    private func handler(_ target: HandOverTarget, isNatural: Bool) -> SchemeHandler {
        SchemeHandler(
            id: target.wallet.id, name: target.wallet.program.name, desktopEntry: target.startable.entry.path,
            exec: target.startable.entry.exec, executable: target.wallet.program.executable,
            source: target.wallet.source,
            refusal: nil, isAbsent: false, schemes: target.wallet.schemes, container: target.wallet.container,
            isNatural: isNatural)
    }

    private func refused(_ found: Found) -> SchemeHandler {
        let line = (found.entry?.exec).flatMap { try? ExecLine($0) }
        return SchemeHandler(
            id: found.mention.id.text, name: found.entry.map { VisibleText.of($0.name) },
            desktopEntry: found.entry?.path, exec: found.entry?.exec,
            executable: line.flatMap { judge.find($0.program) }, source: found.mention.source, refusal: found.refusal,
            isAbsent: !(found.entry?.isPresent ?? false), schemes: found.entry?.schemes ?? [], container: nil,
            isNatural: false)
    }
}

/// A program that may be given links of a scheme (S15), and what is needed to start it.
struct HandOverTarget: Sendable {
    let wallet: WalletProgram
    let startable: StartableProgram
}

extension EntryEligibility {
    /// The wallet program that `mention` names for links of `scheme`, in lower case.
    func target(_ entry: DesktopEntry, _ mention: MimeApps.Mention, scheme: String) throws(Refusal) -> HandOverTarget {
        let startable = try program(entry, mention, scheme: scheme, appendsLink: true)
        let wallet = WalletProgram(
            id: mention.id.text, program: startable.program, container: startable.command.container,
            schemes: entry.schemes, isWallet: Self.isWallet(entry), origin: mention.origin, source: mention.source)
        return HandOverTarget(wallet: wallet, startable: startable)
    }

    /// Whether an entry's categories allow for a wallet. Financial programs have `Finance`; many programs have no
    /// telling category.
    private static func isWallet(_ entry: DesktopEntry) -> Bool {
        entry.categories.contains("Finance")
            || Set(entry.categories).isDisjoint(with: ["Development", "Documentation", "Education", "Game"])
    }
}

/// The variables that a wallet program receives (S15, Documentation/protocols/linux-desktop.md §6.3): those of all our
/// children, and a few more that it needs to find its running window and to accept keyboard input.
///
/// The opener of the link may have chosen the values, so each must have the form that it has on a desktop.
enum WalletEnvironment {
    /// The variables for a program that is started in `environment`.
    static func variables(_ environment: [String: String]) -> [String: String] {
        var result = ProcessEnvironment.clean(environment)
        for (name, isPlain) in rules {
            if let value = environment[name], value.utf8.count <= longest, isPlain(value) { result[name] = value }
        }
        return result
    }

    /// The longest value that passes, in bytes.
    private static let longest = 256

    private static let rules: KeyValuePairs<String, @Sendable (String) -> Bool> = [
        "TMPDIR": isSafeDirectory,
        "DESKTOP_STARTUP_ID": { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } },
        // No slash: the parts are used as names of folders.
        "LANGUAGE": { consists($0, of: "_:@.-") },
        "GTK_IM_MODULE": { consists($0, of: "_:-") },
        "QT_IM_MODULE": { consists($0, of: "_-") },
        "XMODIFIERS": { $0.hasPrefix("@im=") && consists($0.dropFirst(4), of: "_.-") },
        // Other values would hide the window (offscreen), or expose it to the network (vnc, broadway).
        "QT_QPA_PLATFORM": { $0.split(at: ";").allSatisfy(["xcb", "wayland", "wayland-egl"].contains) },
        "GDK_BACKEND": { $0.split(at: ",").allSatisfy(["x11", "wayland", "*"].contains) },
    ]

    private static func consists(_ value: some StringProtocol, of others: String) -> Bool {
        value.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || others.utf8.contains($0) }
    }

    /// Whether no other user can remove or replace what the person's programs create in the directory. A socket in it
    /// leads to the running window, and another user's socket would receive the link.
    private static func isSafeDirectory(_ path: String) -> Bool {
        guard path.isAbsolutePath, path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            let status = Linux.stat(path), status.kind == S_IFDIR
        else { return false }
        // As for a file that is still to be created there: a directory with the sticky bit, such as /tmp, is safe
        // enough.
        do throws(DescriptorErrors) {
            try TrustedPath.check("\(path)/schemerouter-none")
            return true
        } catch {
            return false
        }
    }
}
