/// Libraries for Keccak-256 that do what their documents say, except that one of their functions may fail.
///
/// Functions of C know nothing but their arguments, so the message is in the state, and what OpenSSL does wrong in the
/// algorithm.
enum FakeLibraries {
    /// Finds a function by its name.
    typealias Finder = (String) -> UnsafeMutableRawPointer?

    /// A wolfSSL.
    /// - Parameters:
    ///   - failing: the function that does its work and then reports an error.
    ///   - missing: the function that it does not have.
    static func wolfSSL(failing: String? = nil, missing: String? = nil) -> Finder {
        let functions = unsafe [
            "wc_InitSha3_256": (pointer(start), pointer(failingStart)),
            "wc_Sha3_SetFlags": (pointer(setFlags), pointer(failingSetFlags)),
            "wc_Sha3_256_Update": (pointer(update), pointer(failingUpdate)),
            "wc_Sha3_256_Final": (pointer(finish), pointer(failingFinish)),
        ]
        return { name in
            guard name != missing, let (good, bad) = unsafe functions[name] else { return nil }
            return unsafe name == failing ? bad : good
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

    // MARK: wolfSSL

    private typealias Start = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, CInt) -> CInt
    private typealias SetFlags = @convention(c) (UnsafeMutableRawPointer?, UInt32) -> CInt
    private typealias Update = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> CInt
    private typealias Finish = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?) -> CInt

    // The state holds the flags, the length of the message, and the message.
    private static let start: Start = { state, heap, device in
        guard let state = unsafe state, unsafe heap == nil, device == -2 else { return -173 }
        unsafe state.storeBytes(of: 0, as: UInt64.self)
        return 0
    }
    private static let setFlags: SetFlags = { state, flags in
        unsafe state?.storeBytes(of: flags, as: UInt32.self)
        return 0
    }
    private static let update: Update = { state, bytes, count in
        guard let state = unsafe state, let bytes = unsafe bytes, count <= 4_000 else { return -173 }
        unsafe state.storeBytes(of: count, toByteOffset: 4, as: UInt32.self)
        unsafe (state + 8).copyMemory(from: bytes, byteCount: Int(count))
        return 0
    }
    private static let finish: Finish = { state, digest in
        // 0x10000 is the padding from before the standard; any other flag means something else.
        guard let state = unsafe state, let digest = unsafe digest,
            unsafe state.load(as: UInt32.self) == 0x1_0000
        else { return -173 }
        let count = unsafe state.load(fromByteOffset: 4, as: UInt32.self)
        let message = unsafe UnsafeRawBufferPointer(start: state + 8, count: Int(count))
        for (index, byte) in unsafe ReferenceKeccak.digest(of: Array(message)).enumerated() {
            unsafe digest[index] = byte
        }
        return 0
    }
    private static let failingStart: Start = { unsafe min(start($0, $1, $2), -1) }
    private static let failingSetFlags: SetFlags = { unsafe min(setFlags($0, $1), -1) }
    private static let failingUpdate: Update = { unsafe min(update($0, $1, $2), -1) }
    private static let failingFinish: Finish = { unsafe min(finish($0, $1), -1) }

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
