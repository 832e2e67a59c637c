import Glibc

/// Stands for the app that asked: hands the callback it was started with to whoever watches the demo, as one line of
/// `demo-receiver.log` in the demo's state directory, and prints it.
@main
enum Main {
    static func main() {
        guard CommandLine.arguments.count == 2, let state = unsafe getenv("XDG_STATE_HOME") else { exit(64) }
        let callback = CommandLine.arguments[1]
        // One callback is one line for the reader, whatever it was started with.
        guard callback.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { exit(65) }
        let line = Array((callback + "\n").utf8)
        _ = unsafe write(STDOUT_FILENO, line, line.count)
        let path = unsafe String(cString: state) + "/demo-receiver.log"
        let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        // In one piece: two receivers may be running.
        guard file >= 0, unsafe write(file, line, line.count) == line.count else { exit(73) }
    }
}
