import Glibc
import RouterLinux
import RouterProcesses
import SchemeRouter

/// A program that may be given links of a scheme, and what is needed to start it.
struct HandOverTarget: Sendable {
    let wallet: WalletProgram
    let entry: DesktopEntry
    let command: HandOverLine
}

/// Decides whether a program that the desktop names may be given a link (S4, S15).
struct HandOverJudge {
    /// Why not, as a sentence without its end.
    struct Refusal: Error {
        let text: String
    }

    let policy: ReceiverPolicy
    /// The person's home directory.
    let home: String

    /// The program that `mention` names for links of `scheme`, in lower case.
    func target(
        _ entry: DesktopEntry, _ mention: MimeApps.Mention, scheme: String
    ) throws(Refusal) -> HandOverTarget {
        let name = "\(Quoted(entry.name, limit: 80)) (\(Quoted.word(entry.path)))"
        // Lists are the person's choice. A list that others can change counts only if the entry names the scheme, too.
        if !entry.schemes.contains(scheme), mention.origin == .entry || Self.danger(to: mention.source) != nil {
            throw Refusal(text: "\(name) does not declare that it opens \(scheme): links")
        }
        let command = try rethrowing(try HandOverLine(entry, scheme: scheme)) { (problem: ExecLine.Problem) in
            Refusal(text: "\(name) \(problem.text)")
        }
        let program = command.line.program
        guard let executable = find(program), let file = FileIdentity.of(executable),
            let description = FileIdentity.of(entry.path)
        else {
            throw Refusal(text: "\(name) names \(Quoted(program, limit: 200)), which does not exist")
        }
        if let refusal = policy.refusal(of: entry, executable: executable, line: command.line) {
            throw Refusal(text: "\(name) \(refusal)")
        }
        // Anyone who can change one of these files decides what receives the link, whatever the person saw. An
        // interpreter gets its script as an argument.
        let files = command.line.paths.filter { Linux.access($0, F_OK) == 0 }
        for path in [entry.path, executable] + files {
            if let danger = Self.danger(to: path) {
                throw Refusal(text: "\(name) must not be used, because others could change it: \(danger)")
            }
        }
        // The command line distinguishes apps that share a starter.
        let others = files.map { FileIdentity.of($0).map { "\($0)" } ?? "" }.joined(separator: " ")
        let identity = "\(file) \(description) \(others) \(command.container ?? "") \(entry.exec ?? "")"
        let wallet = WalletProgram(
            id: mention.id.text,
            program: ReceivingProgram(
                name: VisibleText.of(entry.name), desktopEntry: entry.path, executable: executable,
                fileIdentity: identity),
            container: command.container, schemes: entry.schemes, isWallet: Self.isWallet(entry),
            origin: mention.origin, source: mention.source)
        return HandOverTarget(wallet: wallet, entry: entry, command: command)
    }

    /// Whether the desktop would start it: an entry whose program is missing is skipped like a hidden one.
    func isThere(_ entry: DesktopEntry) -> Bool {
        let first = (try? ExecLine.words(entry.exec ?? ""))?.first
        // If we cannot read the line, assume that its program exists.
        guard case .text(let program)? = first?.first else { return entry.isPresent }
        return entry.isPresent && find(program) != nil
    }

    /// The file of `program`: in the usual directories, else in `~/.local/bin`, where people install their own.
    func find(_ program: String) -> String? {
        ExecutableFile.find(program) ?? ExecutableFile.find(program, in: ["\(home)/.local/bin"])
    }

    /// Whether an entry's categories allow for a wallet. Financial programs have `Finance`; many programs have no
    /// telling category.
    private static func isWallet(_ entry: DesktopEntry) -> Bool {
        entry.categories.contains("Finance")
            || Set(entry.categories).isDisjoint(with: ["Development", "Documentation", "Education", "Game"])
    }

    /// How others could change the file at `path`; nil if they could not.
    private static func danger(to path: String) -> String? {
        do throws(DescriptorErrors) {
            try TrustedPath.check(file: path)
            return nil
        } catch {
            return VisibleText.of(error.diagnostics.first?.message ?? "its location is not safe")
        }
    }
}
