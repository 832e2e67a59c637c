import RouterMutationSwitch

/// Whether the change with this number is in force.
public func mutant(_ number: Int32) -> Bool { is_mutant(number) }

public func flipped(_ number: Int32, _ value: Bool) -> Bool { is_mutant(number) ? !value : value }

public func bumped<T: FixedWidthInteger>(_ number: Int32, _ value: T) -> T { is_mutant(number) ? value &+ 1 : value }

public func lesser<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> T { is_mutant(number) ? max(a, b) : min(a, b) }

public func greater<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> T { is_mutant(number) ? min(a, b) : max(a, b) }

public func either<T>(_ number: Int32, _ value: T, _ other: T) -> T { is_mutant(number) ? other : value }

/// Values of different types do not change places.
@_disfavoredOverload
public func either<T, U>(_ number: Int32, _ value: T, _ other: @autoclosure () -> U) -> T {
    no_mutant(number)
    return value
}
