/// A descriptor or settings file: its bytes, and its name in messages.
public struct DescriptorFile: Sendable, Hashable {
    /// Printed before a line number: a path, or `schemes.yaml` for the shipped descriptors.
    public let name: String
    /// All bytes of the file.
    public let bytes: [UInt8]

    /// Creates a file; it is checked when it is parsed as YAML.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// The descriptors built into the program: `schemes.yaml` of the source tree.
    public static let shipped = DescriptorFile(name: "schemes.yaml", bytes: PackageResources.schemes_yaml)

    /// U+FEFF in UTF-8. Some editors begin files with it; one is accepted.
    package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The bytes after an optional byte order mark. Lines and columns count from here.
    package var text: ArraySlice<UInt8> {
        bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(Self.byteOrderMark.count) : bytes[...]
    }
}
