import RouterEOSIO

/// Ids that tell answers from one another.
enum CallbackID {
    /// 32 upper-case hexadecimal digits that nobody can guess: whoever knows one can answer in the wallet's place.
    static func random() -> String {
        Hex.text(RandomBytes.make(16)).uppercased()
    }
}
