import Foundation
import Glibc
import RouterLinux
import RouterTestSupport
import RouterWallet
import SchemeRouter

/// The computer of a soak: a home on a disk of its own that can become full, a clock that can jump, a prompt that answers as
/// a person would, and an app that notes what it is told.
final class SoakHome {
    let path: String
    /// Where router keeps everything: the disk.
    var disk: String { "\(path)/disk" }
    /// What belongs to the app and to the person, and is on another disk.
    var desk: String { "\(path)/desk" }
    let router: String
    let shim: String
    private let clock: Int32
    private(set) var offset: Int64 = 0

    /// The second server: all names of this computer count as one, so it has another name.
    static let honestServer = "tcp://honest.example:1"
    var honestSocket: String { "\(path)/honest" }

    static let passcode = "correct horse battery"
    static let words = String(repeating: "abandon ", count: 11) + "about"
    private static let diskSize = 64 << 20

    /// - Parameters:
    ///   - router: the installed program; `courier` is beside it.
    ///   - shim: what moves its clock, built from `clock.c`.
    init(router: String, shim: String) throws {
        (self.router, self.shim) = (router, shim)
        path = FileManager.default.temporaryDirectory.appendingPathComponent("soak-\(UUID().uuidString)").path
        try Self.makeFolder("\(path)/disk")
        try Self.makeFolder("\(path)/desk")
        clock = Linux.open("\(path)/clock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard clock >= 0, ftruncate(clock, 8) == 0 else { throw Mistake("there is no clock in \(path)") }
        guard unsafe mount("soak", disk, "tmpfs", 0, "size=\(Self.diskSize),mode=0700") == 0 else {
            throw Mistake("no disk can be mounted at \(disk); run it as root, by “unshare --mount”")
        }
        for name in ["config/schemerouter", "data/applications", "state", "run"] {
            try Self.makeFolder("\(disk)/\(name)")
        }
        let prompt = Self.prompt.replacingOccurrences(of: "DESK", with: desk).replacingOccurrences(
            of: "PASSCODE", with: Self.passcode)
        try write("desk/prompt", prompt, mode: 0o700)
        try write("desk/receiver", "#!/bin/sh\nprintf '%s\\n' \"$1\" >>\"\(desk)/received\"\n", mode: 0o700)
        try write("desk/choice", "1\n")
        try write(
            "disk/data/applications/receiver.desktop",
            """
            [Desktop Entry]
            Type=Application
            Name=Test Receiver
            Exec=\(desk)/receiver %u
            MimeType=x-scheme-handler/shop;

            """)
        try write("disk/config/mimeapps.list", "[Default Applications]\nx-scheme-handler/shop=receiver.desktop\n")
    }

    private static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Restores the wallet from its words.
    func restoreWallet() throws {
        try write("desk/words", Self.words)
        guard try start(["wallet", "restore", "--words", "\(desk)/words"]).end() == 0 else {
            throw Mistake("the wallet cannot be restored: \(errors)")
        }
        try WalletFiles.makeQuick(in: "\(disk)/data/schemerouter/wallet", passcode: Self.passcode)
    }

    /// Answers as a person does who wants each link paid once: agrees by the passcode, but not to what was paid before, and
    /// looks at the app before it is told again. `choice` is what they do with a payment that was left, `refuses` what
    /// they do not want.
    private static let prompt = #"""
        #!/bin/sh
        cd "DESK" || exit 1
        echo "OK scripted"
        while IFS= read -r line; do
            case $line in
                "SETOK "*) label=${line#SETOK } ;;
                "SETPROMPT "*) field=${line#SETPROMPT } ;;
                "SETDESC "*) text=$line
                    case $line in *"Warning: you "*) before=yes ;; esac
                    case $line in *"1  Notify it"*) asks=yes ;; esac
                    pages="$pages$line" ;;
                GETPIN) case $field in
                    *" or "*) if [ -z "$asks" ]; then read -r answer <choice; echo "D $answer"
                        else
                            id=$(printf %s "$pages" | sed 's/%0A//g; s/.*Transaction: *//; s/[^0-9a-f].*//')
                            [ ${#id} -eq 64 ] || exit 1
                            if grep -q "$id" received 2>/dev/null; then echo "D 2"; else echo "D 1"; fi
                        fi ;;
                    "Type yes to agree:") if [ "$label" = "Pay again" ]; then
                            echo "ERR 83886179 Operation cancelled"; continue
                        fi
                        echo "D yes" ;;
                    *) if [ -n "$before" ] || [ -e refuses ]; then
                            echo "ERR 83886179 Operation cancelled"; continue
                        fi
                        if [ -e mistypes ]; then rm -f mistypes; echo "D wrong horse battery"
                        else printf '%s\n' "$text" >>agreed; echo "D PASSCODE"; fi ;;
                    esac ;;
                CONFIRM*) if [ "$label" = "Pay again" ]; then
                        echo "ERR 83886179 Operation cancelled"; continue
                    fi ;;
                GETINFO*) echo "D scripted" ;;
                BYE) echo OK; exit 0 ;;
            esac
            echo OK
        done

        """#

    /// Names the coin's servers, in the order in which they are asked.
    /// - Parameter honestSocket: where ``honestServer`` listens.
    func configure(_ servers: [String], honestSocket: String) throws {
        let list = servers.map { "\"\($0)\"" }.joined(separator: ", ")
        try write(
            "disk/config/schemerouter/config.yaml",
            "networks: { dash: { use: electrum, network: regtest, servers: [\(list)] } }\nsenders: { allow: [shop] }\n"
                + "sockets: { \"\(Self.honestServer)\": \(honestSocket) }\n")
    }

    /// Starts `router`. Each start has files of its own for what it prints and complains about.
    func start(_ arguments: [String], number: Int = 0) throws -> Child {
        if number == 0 { unsafe unlink("\(path)/errors-1") }
        let environment = [
            "HOME=\(disk)", "PATH=/usr/bin:/bin", "XDG_CONFIG_HOME=\(disk)/config", "XDG_DATA_HOME=\(disk)/data",
            "XDG_STATE_HOME=\(disk)/state", "XDG_RUNTIME_DIR=\(disk)/run", "XDG_CONFIG_DIRS=\(disk)/none",
            "XDG_DATA_DIRS=\(disk)/none", "SWIFT_BACKTRACE=enable=no", "LD_PRELOAD=\(shim)", "CLOCK_FILE=\(path)/clock",
        ]
        return try Child(
            [router, "--pinentry", "\(desk)/prompt"] + arguments, environment, errors: "\(path)/errors-\(number)",
            output: "\(path)/output-\(number)")
    }

    /// What the last starts complained about, and printed.
    var errors: String { text(of: "errors-0") + text(of: "errors-1") }
    var output: String { text(of: "output-0") }

    func text(of name: String) -> String { (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "" }

    /// Sets the clock to so many seconds from the true time.
    func setClock(_ seconds: Int64) throws {
        offset = seconds
        var value = seconds
        guard unsafe pwrite(clock, &value, 8, 0) == 8 else { throw Mistake("the clock cannot be set") }
    }

    var now: UnixTime { UnixTime(time(nil)) + offset }

    /// Leaves so many pages of the disk free; nil for all.
    func leave(pages: Int?) throws {
        var size = Self.diskSize
        if let pages {
            var status = statvfs()
            guard unsafe statvfs(disk, &status) == 0 else { throw Mistake("the disk cannot be measured") }
            size = (Int(status.f_blocks - status.f_bfree) + pages) * Int(status.f_frsize)
        }
        // Where a file grew meanwhile, it is full in another moment.
        _ = unsafe mount("soak", disk, "tmpfs", UInt(MS_REMOUNT), "size=\(max(size, 4_096))")
    }

    /// All files of the disk, below its folders.
    func files() -> [String] {
        (FileManager.default.enumerator(atPath: disk)?.allObjects as? [String] ?? []).sorted()
    }

    /// A copy of the journal and its log as they lie there: opening the files themselves would repair them.
    func copyOfJournal() throws -> String {
        for suffix in ["", "-wal"] {
            let (from, to) = ("\(disk)/state/schemerouter/journal.sqlite\(suffix)", "\(path)/journal.sqlite\(suffix)")
            for old in [to, "\(path)/journal.sqlite-shm"] { try? FileManager.default.removeItem(atPath: old) }
            if FileManager.default.fileExists(atPath: from) {
                try FileManager.default.copyItem(atPath: from, toPath: to)
            }
        }
        return "\(path)/journal.sqlite"
    }

    /// - Parameter isKept: whether what lies on the disk stays, for somebody to look at.
    func remove(isKept: Bool) {
        close(clock)
        if isKept { try? FileManager.default.copyItem(atPath: disk, toPath: "\(path)/kept") }
        unsafe umount2(disk, Int32(MNT_DETACH))
        if !isKept { try? FileManager.default.removeItem(atPath: path) }
    }

    func write(_ name: String, _ text: String, mode: Int = 0o600) throws {
        guard
            FileManager.default.createFile(
                atPath: "\(path)/\(name)", contents: Data(text.utf8), attributes: [.posixPermissions: mode])
        else { throw Mistake("\(name) cannot be written") }
    }

    func mark(_ name: String, _ isThere: Bool) throws {
        if isThere { try write("desk/\(name)", "") } else { unsafe unlink("\(desk)/\(name)") }
    }
}
