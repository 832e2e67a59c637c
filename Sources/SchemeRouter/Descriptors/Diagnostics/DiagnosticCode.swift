extension DescriptorDiagnostic {
    /// The kinds of mistakes. The raw values are stable: programs and help topics use them.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // The file.

        /// It cannot be opened or read, or is not a regular file.
        case unreadable
        /// Other users own it, or may change or read it.
        case insecureFile = "insecure-file"
        /// More bytes or values than the limit.
        case tooLarge = "too-large"

        // The text.

        /// Not YAML.
        case syntax
        /// Bytes that are not UTF-8.
        case invalidUTF8 = "invalid-utf8"
        case controlCharacter = "control-character"
        /// `&name`.
        case anchor
        /// `*name`.
        case alias
        /// `!name`.
        case tag
        /// `<<`.
        case mergeKey = "merge-key"
        /// `%YAML` or `%TAG`.
        case directive
        /// More than one document.
        case severalDocuments = "several-documents"
        /// A key that is a list or a mapping.
        case nonScalarKey = "non-scalar-key"
        /// Deeper nesting than the limit.
        case tooDeep = "too-deep"
        case duplicateKey = "duplicate-key"

        // The meaning.

        /// A key that the schema does not have.
        case unknownKey = "unknown-key"
        /// A required key is missing.
        case missingKey = "missing-key"
        /// A value of the wrong type.
        case wrongType = "wrong-type"
        /// A number outside its range, or text that is too long.
        case outOfRange = "out-of-range"
        /// Text with invalid syntax.
        case invalidValue = "invalid-value"
        case unknownName = "unknown-name"
        /// A coin or scheme with two descriptions.
        case duplicateName = "duplicate-name"
        /// Values that contradict each other or the code.
        case conflict
        /// A later file that allows more than an earlier one.
        case loosening
        /// A description that replaces a different one than it was written for.
        case staleDigest = "stale-digest"
        /// Descriptions that extend each other.
        case cycle
        /// A scheme that can never be a wallet's.
        case forbiddenScheme = "forbidden-scheme"
        /// An unknown version of the format.
        case unknownVersion = "unknown-version"
        /// A coin type that another file's coin uses (S12).
        case coinTypeInUse = "coin-type-in-use"
    }
}
