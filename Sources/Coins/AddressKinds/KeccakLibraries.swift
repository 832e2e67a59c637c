import Glibc

extension Keccak256 {
    /// The function of the first of these libraries that has it; nil if none does.
    ///
    /// Loading costs 1.3 million instructions for wolfSSL and 3.0 million for OpenSSL, wasted on Debian 12: its version
    /// is 3.0.
    public static let installed = wolfSSL ?? openSSL

    /// OpenSSL's function, from 3.2 on.
    static let openSSL = Library("libcrypto.so.3").flatMap { unsafe openSSL(from: $0.function) }

    /// wolfSSL's function, if it is built as in Debian.
    static let wolfSSL = Library("libwolfssl.so.35").flatMap { unsafe wolfSSL(from: $0.function) }

    /// Finds a function by its name; nil if there is none.
    typealias Finder = (String) -> UnsafeMutableRawPointer?

    /// The function of an OpenSSL whose functions are found so.
    static func openSSL(from find: Finder) -> Keccak256? {
        guard let version = unsafe find("OpenSSL_version_num"), let fetch = unsafe find("EVP_MD_fetch"),
            let digest = unsafe find("EVP_Digest"),
            // Asking an older one for a missing algorithm costs six million instructions.
            unsafe unsafeBitCast(version, to: OpenSSL.Version.self)() >= 0x3020_0000,
            let algorithm = unsafe unsafeBitCast(fetch, to: OpenSSL.Fetch.self)(nil, "KECCAK-256", nil)
        else { return nil }
        let functions = unsafe OpenSSL(digest: unsafeBitCast(digest, to: OpenSSL.Digest.self), algorithm: algorithm)
        return Keccak256 { functions.digest(of: $0) }
    }

    /// The function of a wolfSSL whose functions are found so.
    static func wolfSSL(from find: Finder) -> Keccak256? {
        guard let start = unsafe find("wc_InitSha3_256"), let setFlags = unsafe find("wc_Sha3_SetFlags"),
            let update = unsafe find("wc_Sha3_256_Update"), let finish = unsafe find("wc_Sha3_256_Final")
        else { return nil }
        let functions = unsafe WolfSSL(
            start: unsafeBitCast(start, to: WolfSSL.Start.self),
            setFlags: unsafeBitCast(setFlags, to: WolfSSL.SetFlags.self),
            update: unsafeBitCast(update, to: WolfSSL.Update.self),
            finish: unsafeBitCast(finish, to: WolfSSL.Finish.self))
        return Keccak256 { functions.digest(of: $0) }
    }
}

/// A loaded library, which is never unloaded.
@safe private struct Library {
    private let handle: UnsafeMutableRawPointer

    /// Loads it; nil if it is not installed.
    init?(_ name: String) {
        guard let handle = unsafe dlopen(name, RTLD_NOW) else { return nil }
        unsafe self.handle = handle
    }

    func function(_ name: String) -> UnsafeMutableRawPointer? { unsafe dlsym(handle, name) }
}

/// Calls of `openssl/evp.h`. The library is never unloaded, and the algorithm is read-only.
@safe private struct OpenSSL: @unchecked Sendable {
    typealias Version = @convention(c) () -> CUnsignedLong
    typealias Fetch =
        @convention(c) (OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>?) -> OpaquePointer?
    typealias Digest =
        @convention(c) (
            UnsafeRawPointer?, Int, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<CUnsignedInt>?, OpaquePointer?,
            OpaquePointer?
        ) -> CInt

    let digest: Digest
    let algorithm: OpaquePointer

    func digest(of bytes: [UInt8]) -> [UInt8]? {
        // Room for the longest digest of the library, in case it returns a longer one.
        var digest = [UInt8](repeating: 0, count: 64)
        var count: CUnsignedInt = 0
        guard unsafe self.digest(bytes, bytes.count, &digest, &count, algorithm, nil) == 1 else { return nil }
        return Array(digest.prefix(Int(count)))
    }
}

/// Calls of `wolfssl/wolfcrypt/sha3.h`. The library is never unloaded.
@safe private struct WolfSSL: @unchecked Sendable {
    typealias Start = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, CInt) -> CInt
    typealias SetFlags = @convention(c) (UnsafeMutableRawPointer?, UInt32) -> CInt
    typealias Update = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> CInt
    typealias Finish = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?) -> CInt

    let start: Start
    let setFlags: SetFlags
    let update: Update
    let finish: Finish

    /// `WC_HASH_SHA3_KECCAK256`: the padding from before the standard.
    private static let oldPadding: UInt32 = 0x1_0000
    /// `INVALID_DEVID`: no hardware device.
    private static let noDevice: CInt = -2
    /// The size of the hash state in 64-bit words: it needs 440 bytes.
    private static let stateSize = 512

    func digest(of bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 32)
        var state = [UInt64](repeating: 0, count: Self.stateSize)
        // The state is used only within this call, and owns no memory.
        let isDone = unsafe state.withUnsafeMutableBytes { state in
            let state = state.baseAddress
            return unsafe start(state, nil, Self.noDevice) == 0 && setFlags(state, Self.oldPadding) == 0
                && update(state, bytes, UInt32(clamping: bytes.count)) == 0 && finish(state, &digest) == 0
        }
        return isDone ? digest : nil
    }
}
