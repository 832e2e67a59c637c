/// What a wallet program is known to read in a link, beyond the address, amount, label and message that all programs read
/// alike (S15).
public struct ProgramReads: Sendable, Hashable {
    /// The kind of value that a program takes for a key. The raw values are those of `programs.yaml` and config.yaml.
    public enum Value: String, Sendable, Hashable, CaseIterable {
        case any
        /// Decimal digits.
        case number
        /// The address of a server: `https:`, or an onion service.
        case https
        case bolt11
        case lnurl
        case bolt12
        case silentPayment = "silent-payment"
        case privatePayment = "private-payment"
        case segwit
    }

    /// A key, in lower case, with one kind of value that the program takes for it.
    public struct Key: Sendable, Hashable {
        public let name: String
        public let value: Value

        public init(_ name: String, _ value: Value = .any) {
            self.name = name
            self.value = value
        }
    }

    /// The word for programs that read every key of BIP321, and pass over those that nobody knows.
    static let everything = "bip321"

    /// Whether the program reads links as BIP321 says.
    public var readsEverything: Bool
    /// The keys that it reads; several kinds of value are several entries.
    public var keys: [Key]

    public init(readsEverything: Bool = false, keys: [Key] = []) {
        self.readsEverything = readsEverything
        self.keys = keys
    }

    /// Only the plain form.
    static let plain = ProgramReads()

    func adding(_ other: ProgramReads) -> ProgramReads {
        ProgramReads(readsEverything: readsEverything || other.readsEverything, keys: keys + other.keys)
    }

    /// As a value of `reads:`.
    package var written: String {
        let names = (readsEverything ? [Self.everything] : []) + keys.map { "\($0.name): \($0.value.rawValue)" }
        return "[" + names.joined(separator: ", ") + "]"
    }
}

/// What known wallet programs read: `programs.yaml`, which is built in.
struct ProgramTable: Sendable {
    struct Program: Sendable {
        /// The names of its desktop entries, without their suffix.
        let ids: [String]
        let reads: ProgramReads
    }

    struct Loss: Sendable {
        /// The name of the parameter, in lower case.
        let key: String
        /// What is lost with it, for people.
        let text: String
    }

    let losses: [Loss]
    let programs: [Program]

    static let file = DescriptorFile(name: "programs.yaml", bytes: PackageResources.programs_yaml)

    /// Read when a link first needs it: most links are plain.
    static let shipped: ProgramTable = {
        guard var reader = try? DocumentReader(file), let table = reader.programTable(), reader.isClean else {
            preconditionFailure("programs.yaml has a mistake, which its test would have shown.")
        }
        return table
    }()

    /// What a program reads, by the id of its desktop entry.
    func reads(of id: String) -> ProgramReads {
        programs.first { program in program.ids.contains { id.isSame("\($0).desktop") } }?.reads ?? .plain
    }

    /// What is lost with a parameter, for people; nil if nobody here knows it.
    func loss(with name: String) -> String? { losses.first { $0.key.isSame(name) }?.text }
}
