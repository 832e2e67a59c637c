extension DescriptorDiagnostic {
    /// The kinds of mistakes. The raw values are stable: programs and help topics use them.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // The file.

        /// It cannot be opened or read, or is not a regular file.
        case unreadable
        /// Other users own it, or may change or read it.
        case insecureFile = "insecure-file"
        /// More bytes or values than are read.
        case tooLarge = "too-large"

        // The text.

        /// No YAML.
        case syntax
        /// Bytes that are not UTF-8.
        case invalidUTF8 = "invalid-utf8"
        /// A control character.
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
        /// More nested collections than are read.
        case tooDeep = "too-deep"
        /// A repeated key.
        case duplicateKey = "duplicate-key"

        // The meaning.

        /// A key that the schema does not have.
        case unknownKey = "unknown-key"
        /// A key that must be there is not.
        case missingKey = "missing-key"
        /// A value of another kind.
        case wrongType = "wrong-type"
        /// A number outside its range, or text that is too long.
        case outOfRange = "out-of-range"
        /// Text that is not written as it must be.
        case invalidValue = "invalid-value"
        /// A name that means nothing here.
        case unknownName = "unknown-name"
        /// A coin or scheme that is described twice.
        case duplicateName = "duplicate-name"
        /// Values that contradict each other or the code.
        case conflict
        /// A later file that would allow more than an earlier one.
        case loosening
        /// A description that replaces another one than it was written for.
        case staleDigest = "stale-digest"
        /// Descriptions that start from each other.
        case cycle
        /// A scheme that can never be ours.
        case forbiddenScheme = "forbidden-scheme"
        /// A version of the format that is not known.
        case unknownVersion = "unknown-version"
        /// A coin type that another file's coin uses (S12).
        case coinTypeInUse = "coin-type-in-use"
    }
}
