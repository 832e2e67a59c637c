import RouterBytes
import SchemeRouter

/// A link as the one argument of a program.
enum LinkArgument {
    /// The longest argument that Linux accepts, in bytes, without its terminator.
    static let longest = 131_071

    /// Throws unless `link` belongs to `scheme` and can be passed unchanged. Such a link begins with a letter, so no
    /// program mistakes it for an option.
    static func check(_ link: String, scheme: String) throws(LaunchError) {
        let start = link.utf8.prefix(scheme.utf8.count + 1)
        guard Sender.isScheme(scheme.utf8),
            String(decoding: start, as: UTF8.self).lowercased() == scheme.lowercased() + ":",
            link.utf8.count <= longest, link.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
            throw .failed("this is not a \(Quoted(scheme, limit: 64)) link that can be passed to a program")
        }
    }
}
