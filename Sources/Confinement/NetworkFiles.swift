import Glibc
import RouterLinux

/// The files of the system that a program reads to resolve names and to check certificates.
public enum NetworkFiles {
    /// Files and directories, for ``Confinement/seal(readable:descriptors:)``. Those that are not there do no harm.
    ///
    /// The libraries are among them because the C library loads those for names (NSS) when the first name is resolved.
    /// - Parameter names: whether names are resolved.
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

    /// The directory of the resolver's own program where `/etc/resolv.conf` is a link into one, such as
    /// `/run/systemd/resolve`: a change of network puts a new file there.
    private static var resolverDirectory: [String] {
        guard let path = Linux.realpath("/etc/resolv.conf"), path.hasPrefix("/run/"),
            let directory = path.parentPath, directory != "/run"
        else { return [] }
        return [directory]
    }
}
