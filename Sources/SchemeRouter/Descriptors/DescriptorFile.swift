/// A descriptor or settings file: its bytes, and the name the person knows it by.
public struct DescriptorFile: Sendable, Hashable {
    /// What is printed before a line number; a path, or `schemes.yaml` for the shipped descriptors.
    public let name: String
    /// All bytes of the file.
    public let bytes: [UInt8]

    /// Creates a file; it is checked when it is read as YAML.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// The descriptors that were built into the program: `schemes.yaml` of the source tree.
    public static let shipped = DescriptorFile(name: "schemes.yaml", bytes: PackageResources.schemes_yaml)

    /// U+FEFF in UTF-8. Some editors begin files with it; one is tolerated.
    package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The bytes after a byte order mark. Lines and columns count from here.
    package var text: ArraySlice<UInt8> {
        bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(Self.byteOrderMark.count) : bytes[...]
    }
}
