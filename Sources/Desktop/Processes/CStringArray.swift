import Glibc

/// A null-terminated array of C strings, as `posix_spawn` takes it.
struct CStringArray: ~Copyable {
    /// The first element.
    let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    /// Throws `EINVAL` where a text holds a NUL, which would silently cut it.
    init(_ texts: [String]) throws(SystemError) {
        guard texts.allSatisfy({ !$0.utf8.contains(0) }) else { throw SystemError(code: EINVAL) }
        self.init(checked: texts)
    }

    private init(checked texts: [String]) {
        count = texts.count
        pointer = .allocate(capacity: count + 1)
        for (index, text) in texts.enumerated() {
            (pointer + index).initialize(to: strdup(text))
        }
        (pointer + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { free(pointer[index]) }
        pointer.deallocate()
    }
}
