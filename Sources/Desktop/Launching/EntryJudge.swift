import Glibc
import RouterLinux
import RouterProcesses
import SchemeRouter

/// A program that may be started with a callback or a link, and what is needed to do that.
struct StartableProgram: Sendable {
    let program: ReceivingProgram
    let entry: DesktopEntry
    let command: CommandLine
}

/// Decides whether a program that the desktop names may be started with a callback (S4) or a link (S15).
struct EntryJudge: Sendable {
    /// Why not, as a sentence without its end.
    struct Refusal: Error {
        let text: String
        /// Whether it would be started if its file existed.
        var isMissing = false
    }

    let policy: ReceiverPolicy
    /// The person's home directory.
    let home: String

    /// Where programs are started.
    var directory: String { ExistingDirectory.first(of: [home]) }

    /// The program that `mention` names for links of `scheme`, in lower case.
    /// - Parameter appendsLink: whether a line without a place for the link gets it at its end.
    func program(
        _ entry: DesktopEntry, _ mention: MimeApps.Mention, scheme: String, appendsLink: Bool
    ) throws(Refusal) -> StartableProgram {
        let name = "\(Quoted(entry.name, limit: 80)) (\(Quoted.word(entry.path)))"
        // Lists are the person's choice. A list that others can change counts only if the entry names the scheme, too.
        if !entry.schemes.contains(scheme),
            mention.origin == .entry || TrustedPath.danger(to: mention.source) != nil
        {
            throw Refusal(text: "\(name) does not declare that it opens \(scheme): links")
        }
        func rephrased(_ problem: ExecLine.Problem) -> Refusal { Refusal(text: "\(name) \(problem.text)") }
        let command = try rethrowing(try CommandLine(entry, appending: appendsLink ? scheme : nil), rephrased)
        guard let executable = find(command.line.program) else {
            throw Refusal(
                text: "\(name) names \(Quoted(command.line.program, limit: 200)), which does not exist", isMissing: true
            )
        }
        let files = try rethrowing(
            try ProgramFiles(of: command.line, entry, executable: executable, in: directory), rephrased
        ).paths
        if let refusal = policy.refusal(of: entry, executable: executable, files: files, line: command.line) {
            throw Refusal(text: "\(name) \(refusal)")
        }
        // Anyone who can change one of these files decides what receives the link, whatever the person saw (S7).
        for path in [entry.path] + files {
            if let danger = TrustedPath.danger(to: path) { throw Refusal(text: "\(name) \(danger)") }
        }
        // The line as the entry has it also says how Flatpak's and snap's programs are started.
        let identities = ([entry.path] + files).map { FileIdentity.of($0).map { "\($0)" } ?? "" }
        let identity = "\(identities.joined(separator: " ")) \(command.container ?? "") \(entry.exec ?? "")"
        let program = ReceivingProgram(
            name: VisibleText.of(entry.name), desktopEntry: entry.path, executable: executable,
            arguments: command.line.text(of: entry), fileIdentity: identity)
        return StartableProgram(program: program, entry: entry, command: command)
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
}
