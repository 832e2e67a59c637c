import RouterCGcrypt

/// Base58 without a checksum and of any length, for contents that are no addresses.
package enum Base58Bytes {
    /// The bytes of a text; nil if it has other characters, or more than `most` bytes: its length is measured first, because
    /// decoding takes quadratic time.
    package static func decode(_ text: some Collection<UInt8>, most: Int) -> [UInt8]? {
        guard !text.isEmpty, text.count <= Base58.longestText(of: most) else { return nil }
        let number = BigNumber()
        for character in text {
            guard let digit = Base58.value(of: character) else { return nil }
            number.append(digit, base: 58)
        }
        let zeros = text.prefix { $0 == UInt8(ascii: "1") }.count
        let bytes = [UInt8](repeating: 0, count: zeros) + number.bytes
        return bytes.count <= most ? bytes : nil
    }

    /// The text of bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text = [UInt8](repeating: 0, count: Base58.longestText(of: bytes.count))
        var memory = text.mutableSpan
        let length = Base58.write(bytes.span, into: &memory)
        return String(decoding: text[..<length], as: UTF8.self)
    }

    /// What is wrong with a text in Base58; nil if nothing is.
    /// - Parameters:
    ///   - isChecked: whether the first four bytes of a double SHA-256 follow its bytes.
    ///   - size: how many bytes it must encode, without a checksum; nil for any number up to 256.
    package static func complaint(about text: ArraySlice<UInt8>, isChecked: Bool, size: Int?) -> String? {
        guard let bytes = decode(text, most: (size ?? 256) + (isChecked ? 4 : 0)) else {
            return size.map { "is not Base58 of \($0) bytes" } ?? "is not Base58"
        }
        guard isChecked else { return size == nil || bytes.count == size ? nil : "does not encode \(size ?? 0) bytes" }
        let content = bytes.dropLast(4)
        guard bytes.count > 4, Digest.doubleSHA256(Array(content)).starts(with: bytes.suffix(4)) else {
            return "has a wrong character, or one too many or too few"
        }
        return size == nil || content.count == size ? nil : "does not encode \(size ?? 0) bytes"
    }
}

/// A libgcrypt number that digits are appended to, released with this value.
@safe private struct BigNumber: ~Copyable {
    private let mpi: gcry_mpi_t

    /// libgcrypt must be initialised once, before any other call.
    private static let isStarted: Bool = gcrypt_start() == 0

    init() {
        precondition(Self.isStarted, "libgcrypt did not start")
        guard let mpi = unsafe gcry_mpi_new(0) else { preconditionFailure("out of memory") }
        unsafe self.mpi = mpi
    }

    func append(_ digit: UInt8, base: UInt) {
        unsafe gcry_mpi_mul_ui(mpi, mpi, base)
        unsafe gcry_mpi_add_ui(mpi, mpi, UInt(digit))
    }

    /// Its bytes, the highest first and not zero; empty for zero. libgcrypt writes no more than the length that it is given.
    var bytes: [UInt8] {
        let count = Int(unsafe gcry_mpi_get_nbits(mpi) + 7) / 8
        var bytes = [UInt8](repeating: 0, count: count)
        guard count > 0 else { return bytes }
        unsafe gcry_mpi_print(GCRYMPI_FMT_USG, &bytes, count, nil, mpi)
        return bytes
    }

    deinit { unsafe gcry_mpi_release(mpi) }
}
