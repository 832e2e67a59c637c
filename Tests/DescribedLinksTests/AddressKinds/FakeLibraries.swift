/// Libraries for Keccak-256 that do what their documents say, except that one of their functions may fail.
///
/// Functions of C know nothing but their arguments, so what OpenSSL does wrong is in the algorithm.
enum FakeLibraries {
    /// Finds a function by its name.
    typealias Finder = (String) -> UnsafeMutableRawPointer?

    /// A Nettle.
    /// - Parameters:
    ///   - isWrong: whether its permutation changes nothing.
    ///   - missing: the function that it does not have.
    static func nettle(isWrong: Bool = false, missing: String? = nil) -> Finder {
        { name in
            guard name != missing, name == "nettle_sha3_permute" else { return nil }
            return unsafe isWrong ? pointer(nothing) : pointer(permute)
        }
    }

    /// How an OpenSSL behaves.
    enum OpenSSL: Int, CaseIterable {
        case good = 1
        case old
        case withoutAlgorithm
        case failing
        case tooLong
    }

    /// An OpenSSL.
    static func openSSL(_ kind: OpenSSL = .good, missing: String? = nil) -> Finder {
        { name in
            guard name != missing else { return nil }
            switch name {
            case "OpenSSL_version_num": return unsafe kind == .old ? pointer(oldVersion) : pointer(version)
            case "EVP_Digest": return unsafe pointer(digest)
            case "EVP_MD_fetch":
                switch kind {
                case .good, .old: return unsafe pointer(fetch)
                case .withoutAlgorithm: return unsafe pointer(fetchNothing)
                case .failing: return unsafe pointer(fetchFailing)
                case .tooLong: return unsafe pointer(fetchTooLong)
                }
            default: return nil
            }
        }
    }

    // MARK: Nettle

    private typealias Permutation = @convention(c) (UnsafeMutablePointer<UInt64>?) -> Void

    private static let permute: Permutation = { state in
        guard let state = unsafe state else { return }
        var lanes = unsafe Array(UnsafeBufferPointer(start: state, count: 25))
        ReferenceKeccak.permute(&lanes)
        for (index, lane) in lanes.enumerated() { unsafe state[index] = lane }
    }
    private static let nothing: Permutation = { _ in }

    // MARK: OpenSSL

    private typealias Version = @convention(c) () -> CUnsignedLong
    private typealias Fetch =
        @convention(c) (OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Digest =
        @convention(c) (
            UnsafeRawPointer?, Int, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<CUnsignedInt>?, OpaquePointer?,
            OpaquePointer?
        ) -> CInt

    private static let version: Version = { 0x3020_0000 }
    private static let oldVersion: Version = { 0x301F_FFFF }
    private static let fetch: Fetch = { unsafe algorithm(.good, $0, $1, $2) }
    private static let fetchFailing: Fetch = { unsafe algorithm(.failing, $0, $1, $2) }
    private static let fetchTooLong: Fetch = { unsafe algorithm(.tooLong, $0, $1, $2) }
    private static let fetchNothing: Fetch = { _, _, _ in nil }

    private static func algorithm(
        _ kind: OpenSSL, _ context: OpaquePointer?, _ name: UnsafePointer<CChar>, _ properties: UnsafePointer<CChar>?
    ) -> OpaquePointer? {
        guard unsafe context == nil, unsafe properties == nil, unsafe String(cString: name) == "KECCAK-256" else {
            return nil
        }
        return unsafe OpaquePointer(bitPattern: kind.rawValue)
    }

    private static let digest: Digest = { bytes, count, digest, size, algorithm, engine in
        guard let digest = unsafe digest, let kind = OpenSSL(rawValue: Int(bitPattern: algorithm)),
            unsafe engine == nil
        else { return 0 }
        let found = unsafe ReferenceKeccak.digest(of: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        // The library may write up to 64 bytes.
        let written = kind == .tooLong ? found + found : found
        for (index, byte) in written.enumerated() { unsafe digest[index] = byte }
        unsafe size?.pointee = CUnsignedInt(written.count)
        return kind == .failing ? 0 : 1
    }

    private static func pointer<Function>(_ function: Function) -> UnsafeMutableRawPointer {
        unsafe unsafeBitCast(function, to: UnsafeMutableRawPointer.self)
    }
}
