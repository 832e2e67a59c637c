import RouterLinux
import SchemeRouter

/// The clipboard, accessed through the desktop's program: `wl-copy` under Wayland, `xclip` or `xsel` under X11.
public struct DesktopClipboard: Clipboard {
    private let path: String
    private let options: [String]
    private let environment: [String: String]

    /// Nil if there is no display or none of the programs is installed.
    public init?(environment: [String: String]) {
        self.init(environment: environment, directory: "/usr/bin")
    }

    init?(environment: [String: String], directory: String) {
        let programs = [
            ("WAYLAND_DISPLAY", "wl-copy", []), ("DISPLAY", "xclip", ["-selection", "clipboard"]),
            ("DISPLAY", "xsel", ["--clipboard", "--input"]),
        ]
        let found = programs.first { display, name, _ in
            environment[display]?.isEmpty == false && PromptSelection.problem(at: "\(directory)/\(name)") == nil
        }
        guard let found else { return nil }
        path = "\(directory)/\(found.1)"
        options = found.2
        self.environment = environment
    }

    /// Puts `text` on the clipboard. The program keeps running in the background as long as the text is there.
    public func copy(_ text: String) async throws(LaunchError) {
        let deadline = Deadline(in: .seconds(5))
        let spawn = Spawn(
            program: path, arguments: [path] + options, environment: ProcessEnvironment.clean(environment))
        let end = try? await DedicatedThread.run { () throws(PromptError) -> ProcessEnd? in
            do throws(SystemError) {
                let child = try ChildProcess.start(spawn)
                _ = try child.write(Array(text.utf8), until: deadline)
                return child.end(until: deadline)
            } catch {
                throw .unavailable("\(error)")
            }
        }
        guard end?.status == 0 else { throw .failed("\(path) did not accept the text") }
    }
}
