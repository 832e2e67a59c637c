/// Counts the wrong passcodes of one question. The third one ends it, and so does one after which the wallet lets nobody
/// try for a while: earlier questions count there, too.
struct PasscodeTries {
    private static let most = 3

    private var left = Self.most
    /// What the person is told at the next try; nil before the first.
    private(set) var mistake: String?

    /// Counts a passcode that `keyring` did not take.
    ///
    /// Throws any other `error` unchanged, and ``ServiceError/Code/tooManyPasscodes`` if no try is left.
    mutating func count(_ error: ServiceError, of keyring: any Keyring) throws(ServiceError) {
        guard error.code == .wrongPasscode else { throw error }
        left = min(left - 1, keyring.passcodesLeft ?? .max)
        guard left > 0 else {
            throw ServiceError(
                .tooManyPasscodes, "Too many wrong passcodes were typed; nothing was done.", hint: error.hint)
        }
        mistake = "\(error.message) \(left == 1 ? "One try" : "\(left) tries") left."
    }
}
