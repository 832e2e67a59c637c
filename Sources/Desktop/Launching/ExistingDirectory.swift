import Glibc
import RouterLinux

enum ExistingDirectory {
    /// The first of `paths` that is a directory we may enter, or `/`.
    static func first(of paths: [String]) -> String {
        paths.first { Linux.stat($0)?.kind == S_IFDIR && Linux.access($0, X_OK) == 0 } ?? "/"
    }
}
