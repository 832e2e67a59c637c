import RouterCGcrypt

/// Compressed secp256k1 public keys (33 bytes, SEC 1), without linking a library for that curve.
package enum CompressedKey {
    /// The prime of the curve's field (SEC 2).
    private static let prime = [UInt8](repeating: 0xFF, count: 27) + [0xFE, 0xFF, 0xFF, 0xFC, 0x2F]

    /// Whether the bytes are a point on the curve: a sign, and an X for which X³ + 7 is a square. A number is a square
    /// if its power to (prime - 1) / 2 is 1 (Euler); no point has Y = 0.
    package static func isPoint(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count == 33, bytes.first == 2 || bytes.first == 3 else { return false }
        let x = Array(bytes.dropFirst())
        guard x.lexicographicallyPrecedes(prime) else { return false }
        let modulus = Number(prime)
        let base = Number(x)
        let value = Number()
        let exponent = Number()
        unsafe gcry_mpi_mulm(value.mpi, base.mpi, base.mpi, modulus.mpi)
        unsafe gcry_mpi_mulm(value.mpi, value.mpi, base.mpi, modulus.mpi)
        unsafe gcry_mpi_add_ui(value.mpi, value.mpi, 7)
        unsafe gcry_mpi_rshift(exponent.mpi, modulus.mpi, 1)
        unsafe gcry_mpi_powm(value.mpi, value.mpi, exponent.mpi, modulus.mpi)
        return unsafe gcry_mpi_cmp_ui(value.mpi, 1) == 0
    }

    /// A libgcrypt number, released with this value.
    @safe private struct Number: ~Copyable {
        let mpi: gcry_mpi_t

        /// libgcrypt must be initialised once, before any other call.
        private static let isStarted: Bool = gcrypt_start() == 0

        init() {
            precondition(Self.isStarted, "libgcrypt did not start")
            guard let mpi = unsafe gcry_mpi_new(256) else { preconditionFailure("out of memory") }
            unsafe self.mpi = mpi
        }

        /// The number with these big-endian bytes. libgcrypt receives their address and length, and keeps neither.
        init(_ bytes: [UInt8]) {
            self.init()
            var read: gcry_mpi_t?
            unsafe gcry_mpi_scan(&read, GCRYMPI_FMT_USG, bytes, bytes.count, nil)
            unsafe gcry_mpi_set(mpi, read)
            unsafe gcry_mpi_release(read)
        }

        deinit { unsafe gcry_mpi_release(mpi) }
    }
}
