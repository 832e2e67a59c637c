import Glibc
import RouterLinux

/// Chooses a working directory.
enum ExistingDirectory {
    /// The first of `paths` that is a directory one may enter, or `/`.
    static func first(of paths: [String]) -> String {
        paths.first { path in
            var status = stat()
            return Linux.stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && Linux.access(path, X_OK) == 0
        } ?? "/"
    }
}
