import Foundation
import RouterLinux
import RouterTestSupport
import RouterWallet
import Testing

/// A home directory of its own for each test, in which the real `router` runs.
final class RouterHome {
    let directory: URL
    private let transcript: URL
    private let answers: URL

    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    static let passcode = "correct horse battery"

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("router-\(UUID().uuidString)")
        transcript = directory.appendingPathComponent("transcript")
        answers = directory.appendingPathComponent("answers")
        for name in ["", "config", "data/applications", "state", "run"] {
            try FileManager.default.createDirectory(
                at: directory.appendingPathComponent(name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        try script("prompt", Self.prompt.replacingOccurrences(of: "HOME_DIRECTORY", with: directory.path))
        try script(
            "receiver", "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" >>\"\(directory.path)/received\"\n")
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// A pinentry that takes its answers from a file, one a line: `-` cancels, `=` chooses the other way, a number is typed,
    /// and anything else is typed or agreed to, by the word or number that is asked for.
    private static let prompt = """
        #!/bin/sh
        cd "HOME_DIRECTORY" || exit 1
        next() { answer=$(head -n 1 answers); sed -i 1d answers; }
        echo "OK scripted"
        while IFS= read -r line; do
            printf '%s\\n' "$line" >>transcript
            case $line in
                "SETPROMPT "*) field=${line#SETPROMPT } ;;
                GETPIN) next; if [ "$answer" = - ]; then echo "ERR 83886179 Operation cancelled"; continue; fi
                    case $field in
                        "1, 2 or 3:") case $answer in =) answer=2 ;; [123]) ;; *) answer=1 ;; esac ;;
                        "Type yes to agree:") answer=yes ;;
                    esac
                    echo "D $answer" ;;
                CONFIRM*) next; if [ "$answer" = - ]; then echo "ERR 83886179 Operation cancelled"; continue; fi ;;
                GETINFO*) echo "D scripted" ;;
                BYE) echo OK; exit 0 ;;
            esac
            echo OK
        done

        """

    /// Registers the receiver for links of `scheme`.
    func register(_ scheme: String) throws {
        try write(
            "data/applications/receiver-\(scheme).desktop",
            """
            [Desktop Entry]
            Type=Application
            Name=Test Receiver
            Exec=\(directory.path)/receiver %u
            MimeType=x-scheme-handler/\(scheme);

            """)
        let list = "[Default Applications]\nx-scheme-handler/\(scheme)=receiver-\(scheme).desktop\n"
        try write("config/mimeapps.list", list)
    }

    /// What the receiver was started with, as soon as it was started so often: each time the number of arguments, which is
    /// one, and then the argument.
    func received(times: Int = 1) throws -> [String] {
        try text(of: "received") { $0.hasSuffix("\n") && $0.split(separator: "\n").count >= 2 * times }
            .split(separator: "\n").map(String.init)
    }

    /// Forgets what the receiver was started with, where one is registered and will be.
    func forgetReceived() throws {
        guard FileManager.default.fileExists(atPath: directory.path + "/config/mimeapps.list") else { return }
        _ = try received()
        try FileManager.default.removeItem(atPath: directory.path + "/received")
    }

    /// A file of the home that a program writes, as soon as `isWhole` says that all of it is there.
    func text(of name: String, once isWhole: (String) -> Bool = { $0.hasSuffix("\n") }) throws -> String {
        let url = directory.appendingPathComponent(name)
        var text = ""
        // An hour: if it does not come the test has failed, and on a busy computer it may come late.
        for _ in 0..<360_000 {
            text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
            if isWhole(text) { return text }
            usleep(10_000)
        }
        Issue.record("\(name) is not written, or not whole: \(text)")
        return text
    }

    /// Runs `router` with the scripted prompt, which gets `answers` one after another.
    @discardableResult
    func router(
        _ arguments: [String], answers: [String] = [], input: String? = nil, through starter: [String] = []
    ) throws -> Result {
        try run(
            ["--pinentry", directory.path + "/prompt"] + arguments, answers: answers, input: input, through: starter)
    }

    /// Runs `router` with no options but those given.
    /// - Parameter starter: a program and its arguments, which starts what stands behind them.
    @discardableResult
    func run(
        _ arguments: [String], answers: [String] = [], input: String? = nil, environment: [String: String] = [:],
        through starter: [String] = []
    ) throws -> Result {
        try write("answers", answers.map { $0 + "\n" }.joined())
        let process = process(starter + [BuiltPrograms.router] + arguments, environment)
        let (output, errors, given) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = given
        try process.run()
        Self.give(Array((input ?? "").utf8), to: given.fileHandleForWriting.fileDescriptor)
        try given.fileHandleForWriting.close()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let complained = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
            errors: String(decoding: complained, as: UTF8.self))
    }

    /// Writes the input of a program, until it reads no more. Then the kernel would end this process.
    private static func give(_ bytes: [UInt8], to descriptor: Int32) {
        var (broken, before) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&broken)
        unsafe sigaddset(&broken, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &broken, &before)
        if !Linux.writeAll(descriptor, bytes.span), errno == EPIPE {
            // The signal waits for this thread; it must be gone before the thread lets signals through.
            var signal: Int32 = 0
            unsafe sigwait(&broken, &signal)
        }
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Starts `router` and does not wait for it. What it prints is not kept, except by `output`.
    func start(_ arguments: [String], output: Foundation.Pipe? = nil) throws -> Process {
        let process = process([BuiltPrograms.router] + arguments, [:])
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private func process(_ words: [String], _ environment: [String: String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = [
            "HOME": directory.path, "PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": directory.path + "/config",
            "XDG_DATA_HOME": directory.path + "/data", "XDG_STATE_HOME": directory.path + "/state",
            "XDG_RUNTIME_DIR": directory.path + "/run", "XDG_CONFIG_DIRS": directory.path + "/none",
            "XDG_DATA_DIRS": directory.path + "/none", "SWIFT_BACKTRACE": "enable=no",
            // The leak sanitizer takes a second at the end of each program, and one that ends at once need free nothing.
            "LSAN_OPTIONS": "detect_leaks=0",
        ].merging(environment) { $1 }
        return process
    }

    /// A wallet of the well-known test words, on the practice network, with 10 DASH.
    func makeWallet(words: String = RouterHome.testWords) throws {
        try restore(words)
        try router(["sandbox", "on", "dash"])
        try router(["sandbox", "fund", "dash", "10"])
    }

    static let testWords = String(repeating: "abandon ", count: 11) + "about"

    /// A home with a wallet of the well-known test words, and without a network.
    static func ofTestWords() throws -> RouterHome {
        let home = try RouterHome()
        try home.restore(testWords)
        return home
    }

    /// Restores a wallet, or copies it from ``RestoredWallets`` if no settings here could make another one of the words.
    private func restore(_ words: String) throws {
        let path = directory.path + "/data/schemerouter"
        guard !FileManager.default.fileExists(atPath: directory.path + "/config/schemerouter") else {
            return try restore(words, quicklyIn: path + "/wallet")
        }
        try write("words", words)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.copyItem(atPath: RestoredWallets.shared.path(of: words), toPath: path + "/wallet")
    }

    /// Restores a wallet whose passcode then takes little work.
    func restore(_ words: String, quicklyIn wallet: String) throws {
        try write("words", words)
        let made = try router(
            ["wallet", "restore", "--words", directory.path + "/words"], answers: [Self.passcode, Self.passcode])
        try #require(made.status == 0, "\(made.errors)")
        try WalletFiles.makeQuick(in: wallet, passcode: Self.passcode)
    }

    /// Adds a line to the settings.
    func configure(_ text: String) throws {
        let path = "config/schemerouter/config.yaml"
        let url = directory.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let old = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        try write(path, old + text)
    }

    /// The dialogue so far, as the prompt was sent it, and forgets it.
    func dialogue() -> String {
        defer { try? FileManager.default.removeItem(at: transcript) }
        let text = (try? String(contentsOf: transcript, encoding: .utf8)) ?? ""
        return text.replacing("%0A", with: " ")
    }

    func write(_ name: String, _ text: String) throws {
        let path = directory.appendingPathComponent(name).path
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Everything there is below the home but what the tests put there.
    func files() -> Set<String> {
        let own = ["answers", "prompt", "receiver", "transcript", "words", "received", "config/mimeapps.list"]
        let all = FileManager.default.subpaths(atPath: directory.path) ?? []
        var isDirectory: ObjCBool = false
        return Set(
            all.filter { path in
                _ = unsafe FileManager.default.fileExists(
                    atPath: directory.path + "/" + path, isDirectory: &isDirectory)
                return !isDirectory.boolValue && !own.contains(path) && !path.hasSuffix(".desktop")
            })
    }

    private func script(_ name: String, _ text: String) throws {
        let path = directory.appendingPathComponent(name).path
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o700])
    }
}
