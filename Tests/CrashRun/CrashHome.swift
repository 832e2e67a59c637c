import Foundation
import Glibc
import RouterTestSupport
import RouterWallet

/// A home directory in which `router` runs, with a prompt and a receiver of its own.
final class CrashHome {
    let path: String
    /// Whether it stays for somebody to look at.
    var isKept = false
    private let router: String

    static let passcode = "correct horse battery"

    init(router: String) throws {
        self.router = router
        path = FileManager.default.temporaryDirectory.appendingPathComponent("crash-\(UUID().uuidString)").path
        for name in ["config/schemerouter", "data/applications", "state", "run", "look"] {
            try FileManager.default.createDirectory(
                atPath: "\(path)/\(name)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        try write("prompt", Self.prompt.replacingOccurrences(of: "HOME_DIRECTORY", with: path), mode: 0o700)
        try write("receiver", "#!/bin/sh\nprintf '%s\\n' \"$1\" >>\"\(path)/received\"\n", mode: 0o700)
        try write(
            "data/applications/receiver.desktop",
            """
            [Desktop Entry]
            Type=Application
            Name=Test Receiver
            Exec=\(path)/receiver %u
            MimeType=x-scheme-handler/shop;

            """)
        try write("config/mimeapps.list", "[Default Applications]\nx-scheme-handler/shop=receiver.desktop\n")
        try write("words", String(repeating: "abandon ", count: 11) + "about")
        for arguments in [
            ["wallet", "restore", "--words", "\(path)/words"], ["sandbox", "on", "dash"],
            ["sandbox", "fund", "dash", "100"], ["sandbox", "fund", "dash", "100"], ["sandbox", "fund", "dash", "100"],
        ] {
            guard try start(arguments).end() == 0 else { throw Mistake("“router \(arguments)” fails") }
        }
        try WalletFiles.makeQuick(in: "\(path)/data/schemerouter/wallet", passcode: Self.passcode)
        let file = "\(path)/config/schemerouter/config.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try write("config/schemerouter/config.yaml", text + "sandbox:\n  senders: [shop]\n")
    }

    /// Types the passcode, agrees to everything but to paying once more, and says what the asking app shows.
    private static let prompt = """
        #!/bin/sh
        cd "HOME_DIRECTORY" || exit 1
        echo "OK scripted"
        while IFS= read -r line; do
            case $line in
                "SETOK "*) label=${line#SETOK } ;;
                "SETPROMPT "*) field=${line#SETPROMPT } ;;
                "SETDESC "*"1  Notify it"*) asksToTell=yes ;;
                GETPIN) case $field in
                    "1, 2 or 3:") if [ -n "$asksToTell" ] && [ -e told ]; then echo "D 2"; else echo "D 1"; fi ;;
                    "Type yes to agree:") if [ "$label" = "Pay again" ]; then
                            echo "ERR 83886179 Operation cancelled"; continue
                        fi
                        echo "D yes" ;;
                    *) echo "D \(passcode)" ;;
                    esac ;;
                CONFIRM*) case $label in
                    "Pay again") echo "ERR 83886179 Operation cancelled"; continue ;;
                    esac ;;
                GETINFO*) echo "D scripted" ;;
                BYE) echo OK; exit 0 ;;
            esac
            echo OK
        done

        """

    /// Starts `router`.
    func start(_ arguments: [String]) throws -> Child {
        let environment = [
            "HOME=\(path)", "PATH=/usr/bin:/bin", "XDG_CONFIG_HOME=\(path)/config", "XDG_DATA_HOME=\(path)/data",
            "XDG_STATE_HOME=\(path)/state", "XDG_RUNTIME_DIR=\(path)/run", "XDG_CONFIG_DIRS=\(path)/none",
            "XDG_DATA_DIRS=\(path)/none", "SWIFT_BACKTRACE=enable=no",
        ]
        return try Child([router, "--pinentry", "\(path)/prompt"] + arguments, environment, errors: "\(path)/errors")
    }

    /// What the last start complained about.
    var errors: String { (try? String(contentsOfFile: "\(path)/errors", encoding: .utf8)) ?? "" }

    /// What the asking app was called with.
    func received() -> [Substring] {
        ((try? String(contentsOfFile: "\(path)/received", encoding: .utf8)) ?? "").split(separator: "\n")
    }

    /// A copy of a database and its log as they lie there: opening the files themselves would repair them.
    func copy(_ file: String) throws -> String {
        let copy = "\(path)/look/\(file.split(separator: "/").last ?? "")"
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: copy + suffix)
            if suffix != "-shm", FileManager.default.fileExists(atPath: "\(path)/\(file)\(suffix)") {
                try FileManager.default.copyItem(atPath: "\(path)/\(file)\(suffix)", toPath: copy + suffix)
            }
        }
        return copy
    }

    /// Lets the delay after wrong passcodes be over.
    func forgetWrongPasscodes() throws {
        try FileManager.default.removeItem(atPath: "\(path)/data/schemerouter/wallet/attempts")
    }

    /// Lets the time pass after which links are no longer too many. Links whose start was killed count as unwanted.
    func forgetLinks() {
        try? FileManager.default.removeItem(atPath: "\(path)/run/schemerouter/links")
    }

    /// Tells the prompt whether the asking app has its answer.
    func tell(_ isTold: Bool) throws {
        if isTold { try write("told", "") } else { try? FileManager.default.removeItem(atPath: "\(path)/told") }
    }

    func remove() {
        if !isKept { try? FileManager.default.removeItem(atPath: path) }
    }

    private func write(_ name: String, _ text: String, mode: Int = 0o600) throws {
        guard
            FileManager.default.createFile(
                atPath: "\(path)/\(name)", contents: Data(text.utf8), attributes: [.posixPermissions: mode])
        else { throw Mistake("\(name) cannot be written") }
    }
}
