import BitcoinFormat
import SchemeRouter

/// What an account's wallet says of scripts.
struct UsedScripts: Sendable {
    var used: Set<[UInt8]> = []
    /// Those of other accounts, or of addresses beyond what is watched.
    var unknown: Set<[UInt8]> = []
}
