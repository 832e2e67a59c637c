import Glibc

/// Stands for the app that asked to be paid: writes the callback it was started with to a file and to standard output.
@main
enum Main {
    static func main() {
        guard CommandLine.arguments.count == 2, let state = getenv("XDG_STATE_HOME") else { exit(64) }
        let line = CommandLine.arguments[1] + "\n"
        print(line, terminator: "")
        guard let file = fopen(String(cString: state) + "/demo-receiver.log", "a") else { exit(73) }
        fputs(line, file)
        fclose(file)
    }
}
