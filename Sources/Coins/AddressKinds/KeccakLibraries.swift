import Glibc

extension Keccak256 {
    /// The function of the first of these libraries that has it; nil if none does.
    ///
    /// The package depends on them. Loading Nettle costs 0.4 million instructions, and OpenSSL 3.0 million, wasted on
    /// Debian 12: its version is 3.0.
    public static let installed = nettle ?? openSSL

    /// Nettle's permutation, with the padding from before the standard.
    static let nettle = Library("libnettle.so.8").flatMap { unsafe nettle(from: $0.function) }

    /// OpenSSL's function, from 3.2 on.
    static let openSSL = Library("libcrypto.so.3").flatMap { unsafe openSSL(from: $0.function) }

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

    /// The function of a Nettle whose functions are found so.
    static func nettle(from find: Finder) -> Keccak256? {
        guard let permute = unsafe find("nettle_sha3_permute") else { return nil }
        let sponge = unsafe Sponge(permute: unsafeBitCast(permute, to: Sponge.Permutation.self))
        return Keccak256 { sponge.digest(of: $0) }
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

/// The sponge around the permutation of `nettle/sha3.h`. Nettle's own functions have only the padding of the standard,
/// which writes two bits in front of this one. The library is never unloaded.
@safe private struct Sponge: @unchecked Sendable {
    typealias Permutation = @convention(c) (UnsafeMutablePointer<UInt64>?) -> Void

    /// The bytes of a message block, for a digest of 256 bits.
    private static let rate = 136

    let permute: Permutation

    func digest(of bytes: [UInt8]) -> [UInt8]? {
        // 10…01, from the lowest bit of the first byte to the highest of the last, which may be the same byte.
        var padded = bytes + [1]
        padded += [UInt8](repeating: 0, count: (Self.rate - padded.count % Self.rate) % Self.rate)
        padded[padded.count - 1] |= 0x80
        var state = [UInt64](repeating: 0, count: 25)
        for block in stride(from: 0, to: padded.count, by: Self.rate) {
            for offset in 0..<Self.rate {
                state[offset / 8] ^= UInt64(padded[block + offset]) << UInt64(offset % 8 * 8)
            }
            unsafe permute(&state)
        }
        return (0..<32).map { UInt8(truncatingIfNeeded: state[$0 / 8] >> UInt64($0 % 8 * 8)) }
    }
}
