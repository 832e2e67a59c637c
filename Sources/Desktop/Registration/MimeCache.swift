import RouterProcesses
import SchemeRouter

/// The index that `update-desktop-database` makes of all entries.
///
/// Our two files do without it. Where the tool is installed it is run, because the index that another program's
/// installation left would otherwise not know our entry.
public enum MimeCache {
    /// What became of it.
    public enum Outcome: String, Sendable, Hashable {
        /// The tool ran.
        case updated
        /// There is no such tool.
        case noTool = "no-tool"
        /// The tool could not be run, or did not end in time. That is not a failure of the registration.
        case failed
    }

    /// Where Debian and its relatives put the tool. Never one from `PATH`.
    static let tool = "/usr/bin/update-desktop-database"

    /// Brings the index of the person's applications up to date.
    public static func update(of directories: XDGDirectories, environment: [String: String]) -> Outcome {
        update("\(directories.dataHome)/applications", environment, tool: tool, patience: .seconds(10))
    }

    static func update(
        _ directory: String, _ environment: [String: String], tool: String, patience: Duration
    ) -> Outcome {
        guard ExecutableFile.problem(at: tool) == nil else { return .noTool }
        let spawn = Spawn(
            program: tool, arguments: ["update-desktop-database", directory],
            environment: ProcessEnvironment.clean(environment))
        do throws(SystemError) {
            let child = try ChildProcess.start(spawn)
            let deadline = Deadline(in: patience)
            // It says nothing that matters; the end of its output is its end.
            var memory = [UInt8](repeating: 0, count: 4_096)
            while let count = try child.read(into: &memory, until: deadline) {
                if count == 0 { return .updated }
            }
            child.kill()
            return .failed
        } catch {
            return .failed
        }
    }
}
