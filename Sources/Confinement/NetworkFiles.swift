import Glibc
import RouterLinux

/// The system files that a program reads to resolve names and to check certificates.
public enum NetworkFiles {
    /// Files and directories, for ``Confinement/seal(readable:descriptors:)``. Missing ones are ignored.
    ///
    /// They include the libraries because the C library loads its name services (NSS) when it resolves the first name.
    /// - Parameter names: whether to include the files that resolve names.
    public static func paths(resolving names: Bool) -> [String] {
        let resolver = [
            "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services",
            "/etc/protocols", "/etc/ld.so.cache",
        ]
        let libraries = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"]
        let certificates = [
            "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates",
            "/usr/local/share/ca-certificates", "/usr/share/pki",
        ]
        return libraries + certificates + (names ? resolver + resolverDirectory : [])
    }

    /// The resolver program's own directory, if `/etc/resolv.conf` links into one, such as `/run/systemd/resolve`: a
    /// change of network creates a new file there.
    private static var resolverDirectory: [String] {
        guard let path = Linux.realpath("/etc/resolv.conf"), path.hasPrefix("/run/"),
            let directory = path.parentPath, directory != "/run"
        else { return [] }
        return [directory]
    }
}
