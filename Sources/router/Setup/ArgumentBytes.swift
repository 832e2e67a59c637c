import Glibc

/// The bytes of an argument as the system passed it. A `String` replaces what is not UTF-8, and a link with such bytes
/// must be refused, not repaired (S1).
func givenBytes(of argument: String) -> [UInt8] {
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return Array(argument.utf8) }
    for index in 0..<Int(CommandLine.argc) {
        // Safe: arguments end with a zero and live as long as the program; only a copy leaves.
        guard let given = unsafe CommandLine.unsafeArgv[index] else { continue }
        let bytes = unsafe Array(UnsafeRawBufferPointer(start: given, count: strlen(given)))
        if String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(argument.utf8) { return bytes }
    }
    return Array(argument.utf8)
}
