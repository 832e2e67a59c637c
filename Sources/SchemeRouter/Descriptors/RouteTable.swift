public struct RouteTable: Sendable {
    public var coins: [CoinID: CoinDescriptor] = [:]
    public func scheme(named: ArraySlice<UInt8>) -> SchemeDescriptor? { nil }
    public func isOwnScheme(_ s: String) -> Bool { false }
}
