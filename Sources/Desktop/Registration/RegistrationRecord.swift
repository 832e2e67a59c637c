import SchemeRouter

/// The state before we registered, so that it can be restored: the file `registration` in the state directory.
///
/// It has the format of desktop files, which this target reads anyway.
struct RegistrationRecord: Equatable {
    struct Before: Equatable {
        /// Whether the person's list had a line for it.
        var hadLine = false
        /// The value of that line; nil if there was none, or it was too long to keep.
        var value: String?
        /// The id of the entry that opened it, wherever that was set; nil if none did.
        var opener: String?
    }

    static let version = "1"
    private static let group = "Registration"

    /// Whether we created the list and must remove it once it is empty.
    var madeList = false
    /// Whether we created the group of defaults and must remove it once it is empty.
    var madeGroup = false
    var types: [String: Before] = [:]

    init() {}

    /// Reads a record.
    /// - Throws: `ServiceError/Code/badConfiguration` if another version of this program wrote it.
    init(_ bytes: [UInt8], path: String) throws(ServiceError) {
        let file = KeyFile(bytes)
        guard file.value("Version", in: Self.group) == Self.version else {
            throw ServiceError(
                .badConfiguration, "\(VisibleText.of(path)) was not written by this version of the program.",
                hint:
                    "Register with the version that wrote it, or remove the file: it only records what was registered "
                    + "before.")
        }
        madeList = file.flag("MadeList", in: Self.group)
        madeGroup = file.flag("MadeGroup", in: Self.group)
        for type in file.list("Types", in: Self.group) where RegistrableScheme.isType(type) {
            types[type] = Before(
                hadLine: file.flag("HadLine", in: type), value: file.string("Value", in: type),
                opener: file.string("Opener", in: type))
        }
    }

    /// The record as a file; equal records give equal bytes.
    var bytes: [UInt8] {
        let names = types.keys.sorted()
        var text = """
            [\(Self.group)]
            Version=\(Self.version)
            MadeList=\(madeList)
            MadeGroup=\(madeGroup)
            Types=\(names.map { $0 + ";" }.joined())

            """
        for name in names {
            guard let before = types[name] else { continue }
            text += "\n[\(name)]\nHadLine=\(before.hadLine)\n"
            if let value = before.value { text += "Value=\(Self.escaped(value))\n" }
            if let opener = before.opener { text += "Opener=\(Self.escaped(opener))\n" }
        }
        return Array(text.utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case " ": "\\s"
            case "\n": "\\n"
            case "\t": "\\t"
            case "\r": "\\r"
            default: String(scalar)
            }
        }.joined()
    }
}
