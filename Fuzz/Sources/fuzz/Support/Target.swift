/// Something that reads bytes of strangers, with what must hold whatever they are.
struct Target: Sendable {
    /// Its name on the command line, and that of its folder in Corpora.
    let name: String
    /// The longest input that is tried.
    let longest: Int
    /// Reads an input, and ends the process where something does not hold.
    let run: @Sendable ([UInt8]) -> Void

    init(_ name: String, longest: Int = 4_096, _ run: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.longest = longest
        self.run = run
    }
}

/// Ends the process where what must hold does not: libFuzzer keeps the input, and shows the message.
func expect(_ holds: Bool, _ promise: @autoclosure () -> String) {
    if !holds { fatalError("broken promise: \(promise())") }
}

/// Both are the same, or the process ends.
func expectEqual<Value: Equatable>(_ left: Value, _ right: Value, _ promise: @autoclosure () -> String) {
    if left != right { fatalError("broken promise: \(promise())\n  \(left)\n  \(right)") }
}

/// What reading gives: a value, or an error that can be compared.
func result<Value, Failure: Error>(_ body: () throws(Failure) -> Value) -> Result<Value, Failure> {
    Result(catching: body)
}
