import Glibc
import RouterBytes
import RouterLinux
import RouterProcesses
import SchemeRouter

/// The variables that a wallet program receives (S15, Documentation/protocols/linux-desktop.md §6.3): those of all our
/// children, and a few more that it needs to find its running window and to accept keyboard input.
///
/// The opener of the link may have chosen the values, so each must have the form that it has on a desktop.
enum WalletEnvironment {
    /// The variables for a program that is started in `environment`.
    static func variables(_ environment: [String: String]) -> [String: String] {
        var result = ProcessEnvironment.clean(environment)
        for (name, isPlain) in rules {
            if let value = environment[name], value.utf8.count <= longest, isPlain(value) { result[name] = value }
        }
        return result
    }

    /// The longest value that passes, in bytes.
    private static let longest = 256

    private static let rules: KeyValuePairs<String, @Sendable (String) -> Bool> = [
        "TMPDIR": isSafeDirectory,
        "DESKTOP_STARTUP_ID": { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } },
        // No slash: the parts are used as names of folders.
        "LANGUAGE": { consists($0, of: "_:@.-") },
        "GTK_IM_MODULE": { consists($0, of: "_:-") },
        "QT_IM_MODULE": { consists($0, of: "_-") },
        "XMODIFIERS": { $0.hasPrefix("@im=") && consists($0.dropFirst(4), of: "_.-") },
        // Other values would hide the window (offscreen), or expose it to the network (vnc, broadway).
        "QT_QPA_PLATFORM": { $0.split(at: ";").allSatisfy(["xcb", "wayland", "wayland-egl"].contains) },
        "GDK_BACKEND": { $0.split(at: ",").allSatisfy(["x11", "wayland", "*"].contains) },
    ]

    private static func consists(_ value: some StringProtocol, of others: String) -> Bool {
        value.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || others.utf8.contains($0) }
    }

    /// Whether no other user can remove or replace what the person's programs create in the directory. A socket in it
    /// leads to the running window, and another user's socket would receive the link.
    private static func isSafeDirectory(_ path: String) -> Bool {
        guard path.isAbsolutePath, path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            let status = Linux.stat(path), status.kind == S_IFDIR
        else { return false }
        // As for a file that is still to be created there: a directory with the sticky bit, such as /tmp, is safe
        // enough.
        do throws(DescriptorErrors) {
            try TrustedPath.check("\(path)/schemerouter-none")
            return true
        } catch {
            return false
        }
    }
}
