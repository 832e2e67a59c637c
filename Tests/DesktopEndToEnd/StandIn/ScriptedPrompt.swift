import Glibc

/// A pinentry that takes its answers from `HOME/answers`, one a line: `-` cancels, anything else is typed or agreed to,
/// by the word or number that is asked for, and without an answer it cancels. What it is sent is added to `HOME/dialogue`.
struct ScriptedPrompt {
    private let home: String

    init(home: String) {
        self.home = home
    }

    func run() {
        reply("OK scripted")
        var field: Substring = ""
        while let line = readLine() {
            append(line + "\n", to: "dialogue")
            let command = line.prefix { $0 != " " }
            switch command {
            case "SETPROMPT":
                field = line.dropFirst("SETPROMPT ".count)
            case "GETPIN", "CONFIRM":
                guard let answer = nextAnswer(), answer != "-" else {
                    reply("ERR 83886179 Operation cancelled")
                    continue
                }
                guard command == "GETPIN" else { break }
                switch field {
                case "1, 2 or 3:": reply("D 1")
                case "Type yes to agree:": reply("D yes")
                default: reply("D " + answer)
                }
            case "GETINFO":
                // A window if there is a display, where the return key may agree (S5).
                reply("D gtk2")
            case "BYE":
                reply("OK")
                return
            default:
                break
            }
            reply("OK")
        }
    }

    /// The next answer, which is then used up: how many are used lies in a file of its own.
    private func nextAnswer() -> String? {
        guard let file = unsafe fopen("\(home)/answers", "r") else { return nil }
        defer { unsafe fclose(file) }
        let used = size(of: "used-answers")
        append(".", to: "used-answers")
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { unsafe free(line) }
        for _ in 0...used {
            guard unsafe getline(&line, &capacity, file) > 0 else { return nil }
        }
        return unsafe line.map { unsafe String(cString: $0).filter { $0 != "\n" } }
    }

    private func size(of name: String) -> Int {
        var status = stat()
        return unsafe stat("\(home)/\(name)", &status) == 0 ? Int(status.st_size) : 0
    }

    /// Writes a line at once: the other side waits for it.
    private func reply(_ line: String) {
        put(line + "\n", on: STDOUT_FILENO)
    }

    private func append(_ text: String, to name: String) {
        let descriptor = unsafe open("\(home)/\(name)", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { exit(73) }
        defer { close(descriptor) }
        put(text, on: descriptor)
    }

    private func put(_ text: String, on descriptor: Int32) {
        let bytes = Array(text.utf8)
        guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { exit(73) }
    }
}
