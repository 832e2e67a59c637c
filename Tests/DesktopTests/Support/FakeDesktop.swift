import Foundation
import RouterLinux

@testable import RouterDesktop

/// A person's XDG directories in a temporary place.
struct FakeDesktop {
    let root: TemporaryDirectory
    let environment: [String: String]

    init(desktop: String = "") throws {
        root = try TemporaryDirectory()
        environment = [
            "HOME": root.path + "/home", "XDG_CONFIG_HOME": root.path + "/config",
            "XDG_CONFIG_DIRS": root.path + "/etc",
            "XDG_DATA_HOME": root.path + "/data", "XDG_DATA_DIRS": "\(root.path)/usr1:\(root.path)/usr2",
            "XDG_CURRENT_DESKTOP": desktop,
        ]
        try FileManager.default.createDirectory(atPath: root.path + "/home", withIntermediateDirectories: true)
    }

    var directories: XDGDirectories {
        get throws {
            guard let directories = XDGDirectories(environment: environment) else { throw CocoaError(.fileNoSuchFile) }
            return directories
        }
    }

    func launcher(ownFile: FileIdentity? = nil) throws -> XDGLauncher {
        XDGLauncher(directories: try directories, environment: environment, ownFile: ownFile)
    }

    /// Writes a desktop entry. Its program is a script that does nothing, unless `exec` says otherwise.
    func entry(_ id: String, in place: String = "data", exec: String? = nil, _ more: String = "") throws {
        let program = try exec == nil ? root.write("bin/\(id).sh", "#!/bin/sh\n", mode: 0o755) : ""
        try root.write(
            "\(place)/applications/\(id)",
            "[Desktop Entry]\nType=Application\nName=Name of \(id)\nExec=\(exec ?? program + " %u")\n\(more)\n")
    }

    /// A receiver that writes each argument as a line of hex to `arguments`, and its surroundings to `surroundings`.
    func receiver(_ name: String = "receiver") throws -> String {
        try root.write(
            "bin/\(name)",
            """
            #!/bin/sh
            exec > '\(root.path)/partial'
            for argument in "$@"; do printf '%s' "$argument" | od -An -v -tx1 | tr -d ' \\n'; echo; done
            { pwd; tr '\\0' '\\n' < /proc/self/environ; ls -l /proc/self/fd | grep -c '/dev/null'; cut -d' ' -f5-7 /proc/$$/stat
            } > '\(root.path)/surroundings'
            mv '\(root.path)/partial' '\(root.path)/arguments'
            """, mode: 0o755)
    }

    /// The arguments that the receiver got, as soon as it has them; nil if it is not started at all.
    func receivedArguments() -> [[UInt8]]? {
        let deadline = Deadline(in: .seconds(3_600))
        while !deadline.isOver {
            if let text = root.read("arguments") {
                try? FileManager.default.removeItem(atPath: root.path + "/arguments")
                return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
                    let digits = Array(line.utf8)
                    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
                        UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
                    }
                }
            }
            usleep(5_000)
        }
        return nil
    }
}
