import Glibc

/// Acts as the requesting app: it prints the callback that it was started with, and appends it as one line to
/// `demo-receiver.log` in the demo's state directory for whoever watches the demo.
@main
enum Main {
    static func main() {
        guard CommandLine.arguments.count == 2, let state = unsafe getenv("XDG_STATE_HOME") else { exit(64) }
        let callback = CommandLine.arguments[1]
        // Each callback must be one line, whatever the argument contains.
        guard callback.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { exit(65) }
        let line = Array((callback + "\n").utf8)
        _ = unsafe write(STDOUT_FILENO, line, line.count)
        let path = unsafe String(cString: state) + "/demo-receiver.log"
        let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        // In a single write, because two receivers may be running.
        guard file >= 0, unsafe write(file, line, line.count) == line.count else { exit(73) }
    }
}
