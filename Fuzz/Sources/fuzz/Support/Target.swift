/// Code that reads untrusted bytes, with invariants for every input.
struct Target: Sendable {
    /// Its name on the command line, and of its folder in Corpora.
    let name: String
    /// The longest input to try.
    let longest: Int
    /// Reads an input, and ends the process if an invariant is broken.
    let run: @Sendable ([UInt8]) -> Void

    init(_ name: String, longest: Int = 4_096, _ run: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.longest = longest
        self.run = run
    }
}

/// Ends the process if an invariant is broken: libFuzzer keeps the input and shows the message.
func expect(_ holds: Bool, _ promise: @autoclosure () -> String) {
    if !holds { fatalError("broken promise: \(promise())") }
}

/// Ends the process unless both are equal.
func expectEqual<Value: Equatable>(_ left: Value, _ right: Value, _ promise: @autoclosure () -> String) {
    if left != right { fatalError("broken promise: \(promise())\n  \(left)\n  \(right)") }
}

/// The result of reading: a value, or an error that can be compared.
func result<Value, Failure: Error>(_ body: () throws(Failure) -> Value) -> Result<Value, Failure> {
    Result(catching: body)
}
