import Glibc

/// The URL parser ada, as `Benchmarks/run` builds it from a checkout (`Benchmarks/ada`).
@safe struct AdaParser: Sendable {
    private typealias Parse = @convention(c) (UnsafePointer<CChar>, UnsafePointer<Int>, Int) -> Int

    private let parse: Parse
    private let text: [CChar]
    private let lengths: [Int]

    /// - Parameter path: the library, which stays loaded.
    init?(library path: String, links: [[UInt8]]) {
        guard let library = unsafe dlopen(path, RTLD_NOW), let symbol = unsafe dlsym(library, "ada_hosts") else {
            return nil
        }
        // Must match the signature of `ada_hosts` in Benchmarks/ada/hosts.cpp.
        unsafe parse = unsafe unsafeBitCast(symbol, to: Parse.self)
        text = links.flatMap { $0.map { CChar(bitPattern: $0) } }
        lengths = links.map(\.count)
    }

    /// The total length of all links' hosts, in bytes; -1 if the parser refuses a link.
    func hosts() -> Int { unsafe parse(text, lengths, lengths.count) }
}
