import SchemeRouter

extension AddressText {
    /// A version, a payload and a checksum.
    func base58Check(versions: [UInt16], bytes: [Int]) -> AddressReading {
        guard let payload = base58CheckPayload else { return .unknown }
        for version in versions {
            let size = version > 0xFF ? 2 : 1
            guard bytes.contains(payload.count - size) else { continue }
            let found = payload.prefix(size).reduce(0 as UInt16) { $0 << 8 | UInt16($1) }
            if found == version { return .address(AddressDetails()) }
        }
        // A hash after one or two version bytes: most coins' addresses have this form.
        return (21...22).contains(payload.count) ? .refused(.otherVersion) : .unknown
    }

    /// A number of bytes.
    func base58(bytes: [Int]) -> AddressReading {
        guard let base58, bytes.contains(base58.count) else { return .unknown }
        return .address(.shape("This address has no checksum, so a typing error cannot be detected."))
    }
}
