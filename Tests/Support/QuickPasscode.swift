import RouterSecrets
import RouterWallet
import SchemeRouter

extension WalletFiles {
    /// Seals the wallet in `directory` again, with the least work for its passcode that a keystore may ask for.
    ///
    /// Usually a passcode takes half a second and 256 MiB, and most tests that start programs give it several times.
    package static func makeQuick(in directory: String, passcode: String) throws {
        guard let quick = Stretching(checkedPasses: 1, kibibytes: 8 << 10) else { preconditionFailure("allowed work") }
        let files = WalletFiles(directory: directory, now: { 0 }, usual: quick)
        // It is nobody's, and no secret.
        func secret() -> Secret {
            let bytes = Array(passcode.utf8)
            return Secret(count: bytes.count) { memory in memory.copyBytes(from: bytes.span, at: 0) }
        }
        try files.changePasscode(from: secret(), to: secret(), taking: quick)
    }
}
