import RouterBytes
import RouterCSodium
import RouterSecrets
import SchemeRouter

/// The words that every key of a wallet is derived from (BIP39, English list).
///
/// It is kept as its entropy in a `Secret`; the words exist only where they are shown or read.
public struct Mnemonic: ~Copyable, Sendable {
    /// The number of words.
    public enum WordCount: Int, Sendable, CaseIterable {
        /// 128 bits.
        case twelve = 12
        /// 160 bits.
        case fifteen = 15
        /// 192 bits.
        case eighteen = 18
        /// 224 bits.
        case twentyOne = 21
        /// 256 bits.
        case twentyFour = 24

        /// Bytes of entropy: 32 bits for every three words.
        var entropyLength: Int { rawValue / 3 * 4 }
    }

    let entropy: Secret
    /// The number of words.
    public let wordCount: WordCount

    /// The mnemonic of this entropy; nil unless it has 16, 20, 24, 28 or 32 bytes.
    static func of(entropy: consuming Secret) -> Mnemonic? {
        let length = entropy.count
        guard let wordCount = WordCount.allCases.first(where: { $0.entropyLength == length }) else { return nil }
        return Mnemonic(entropy: entropy, wordCount: wordCount)
    }

    /// A new mnemonic from the system's random numbers.
    public static func random(_ wordCount: WordCount) -> Mnemonic {
        Mnemonic(entropy: .random(count: wordCount.entropyLength), wordCount: wordCount)
    }

    borrowing func duplicate() -> Mnemonic { Mnemonic(entropy: entropy.duplicate(), wordCount: wordCount) }

    /// The index in the word list of the word at `position`, counted from 0.
    borrowing func wordIndex(at position: Int) -> Int {
        checksummedEntropy().withBytes { bytes in Self.wordIndex(at: position, in: bytes) }
    }

    /// The words in lower-case ASCII, separated by single spaces.
    public borrowing func words() -> Secret {
        let wordCount = wordCount.rawValue
        let bits = checksummedEntropy()
        return Secret(capacity: wordCount * (WordList.longestWord + 1)) { memory in
            var length = 0
            for position in 0..<wordCount {
                let word = WordList.word(bits.withBytes { bytes in Self.wordIndex(at: position, in: bytes) })
                if position > 0 {
                    memory[length] = UInt8(ascii: " ")
                    length += 1
                }
                memory.copyBytes(from: word, at: length)
                length += word.count
            }
            return length
        }
    }

    /// The 64-byte seed of BIP32: PBKDF2-HMAC-SHA-512 over the words with 2,048 rounds.
    /// - Parameter passphrase: BIP39's optional passphrase in UTF-8; empty if there is none.
    borrowing func seed(passphrase: borrowing Secret) throws(NormalizedText.NotText) -> Secret {
        let passphrase = try NormalizedText.reading(passphrase, as: .nfkd).utf8()
        let prefix = "mnemonic".utf8
        let salt = Secret(count: prefix.count + passphrase.count) { memory in
            memory.copyBytes(from: prefix)
            passphrase.withBytes { bytes in memory.copyBytes(from: bytes, at: prefix.count) }
        }
        return HMACSHA512.pbkdf2(password: words(), salt: salt, rounds: 2048)
    }

    /// The entropy and the first byte of its SHA-256, whose leading bits are the checksum.
    private borrowing func checksummedEntropy() -> Secret {
        Secret(count: entropy.count + 1) { memory in
            entropy.withBytes { bytes in
                memory.copyBytes(from: bytes)
                memory[bytes.count] = Self.checksum(of: bytes)
            }
        }
    }

    /// The first byte of SHA-256. Its first `entropyLength / 4` bits belong to the words.
    static func checksum(of entropy: Span<UInt8>) -> UInt8 {
        let hash = Secret(count: Int(crypto_hash_sha256_BYTES)) { memory in
            unsafe memory.withOctets { hash in
                unsafe entropy.withOctets { bytes in _ = unsafe crypto_hash_sha256(hash, bytes, UInt64(entropy.count)) }
            }
        }
        return hash.withBytes { bytes in bytes[0] }
    }

    /// The 11 bits of word `position`. Reads at most one byte beyond the entropy.
    private static func wordIndex(at position: Int, in bytes: Span<UInt8>) -> Int {
        let firstBit = position * 11
        var bits = 0
        for offset in 0..<3 {
            let index = firstBit / 8 + offset
            bits = bits << 8 | (index < bytes.count ? Int(bytes[index]) : 0)
        }
        return bits >> (13 - firstBit % 8) & 0x7ff
    }
}
