/// Runs `body`, and converts an error with `change`: each layer has its own errors.
package func rethrowing<Value: ~Copyable, Inner: Error, Outer: Error>(
    _ body: @autoclosure () throws(Inner) -> Value, _ change: (Inner) -> Outer
) throws(Outer) -> Value {
    do throws(Inner) {
        return try body()
    } catch {
        throw change(error)
    }
}
