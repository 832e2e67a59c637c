import RouterProcesses
import SchemeRouter

/// The index that `update-desktop-database` builds from all entries.
///
/// Our two files do not need it. But if the tool is installed we run it, because an index from another program's
/// installation would not contain our entry.
public enum MimeCache {
    /// The result of an update.
    public enum Outcome: String, Sendable, Hashable {
        /// The tool ran.
        case updated
        /// There is no such tool.
        case noTool = "no-tool"
        /// The tool could not be run, or did not end in time. The registration succeeds anyway.
        case failed
    }

    /// Where Debian and its derivatives install the tool. Never looked up in `PATH`.
    static let tool = "/usr/bin/update-desktop-database"

    /// Updates the index of the person's applications.
    public static func update(of directories: XDGDirectories, environment: [String: String]) -> Outcome {
        update("\(directories.dataHome)/applications", environment, tool: tool, patience: .seconds(10))
    }

    static func update(
        _ directory: String, _ environment: [String: String], tool: String, patience: Duration
    ) -> Outcome {
        guard PromptSelection.problem(at: tool) == nil else { return .noTool }
        let spawn = Spawn(
            program: tool, arguments: ["update-desktop-database", directory],
            environment: ProcessEnvironment.clean(environment))
        do throws(SystemError) {
            let child = try ChildProcess.start(spawn)
            let deadline = Deadline(in: patience)
            // Its output does not matter; the end of the output means that it has ended.
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
