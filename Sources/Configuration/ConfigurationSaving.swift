import Glibc
import RouterLinux
import RouterStorage
import SchemeRouter

extension ConfigurationEditor {
    /// Switches the practice network of a coin on or off in the file at `path`, which is created if it does not exist.
    ///
    /// The file is replaced as a whole, so that no process ever reads half of it. Returns false if nothing changed.
    public static func switchSandbox(_ isOn: Bool, for coin: CoinID, path: String) throws(Failure) -> Bool {
        let path = target(of: path)
        let file = try rethrowing(try DescriptorFile.read(path: path, trust: .ownedPrivate), Failure.unreadable)
        let known = file ?? DescriptorFile(name: path, bytes: [])
        guard let bytes = try bytes(of: known, switchingSandbox: isOn, for: coin) else { return false }
        do {
            if let directory = path.parentPath { try PrivateDirectory.create(directory) }
            try AtomicFile.write(bytes, to: path)
        } catch {
            throw .cannotWrite(error.message)
        }
        return true
    }

    /// The target of a symbolic link: replacing the link itself would break setups that keep settings elsewhere.
    private static func target(of path: String) -> String { Linux.realpath(path) ?? path }
}
