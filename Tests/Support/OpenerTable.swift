/// `Tests/Vectors/desktop/openers.json`: what each opener of a desktop makes of a link.
public struct OpenerTable: Sendable {
    /// The openers that were measured for every row.
    public static let openers = ["generic", "gio", "xfce", "kde5", "chromium", "firefox"]

    /// One link, and what becomes of it.
    public struct Row: Sendable, CustomStringConvertible {
        /// Its number in the measurements.
        public let number: Int64
        /// What is special about it.
        public let about: String
        /// The link that is opened.
        public let given: String
        /// What arrives, and at which openers.
        public let delivered: [Delivery]
        /// The openers that start nothing.
        public let notDelivered: [String]
        /// What a web browser gets instead.
        public let elsewhere: [Delivery]

        public var description: String { "row \(number): \(about)" }

        /// What `opener` starts the router with; nil if it does not.
        public func link(by opener: String) -> String? {
            delivered.first { $0.openers.contains(opener) }?.link
        }

        /// What `opener` starts a browser with; nil if it does not.
        public func leak(by opener: String) -> String? {
            elsewhere.first { $0.openers.contains(opener) }?.link
        }
    }

    /// One form in which a link arrives.
    public struct Delivery: Sendable, CustomStringConvertible {
        /// Who delivers it so.
        public let openers: [String]
        /// The bytes.
        public let link: String
        /// What the router makes of it, as `explain --json` says it.
        public let expect: [String: JSONValue]

        public var description: String { "\(openers.joined(separator: ", ")): \(link)" }
    }

    /// The rows of the file, in its order.
    public static let rows: [Row] = JSONValue.file("desktop/openers.json").rows("rows").map { row in
        Row(
            number: row["row"]?.integer ?? 0, about: row["about"]?.text ?? "", given: row["given"]?.text ?? "",
            delivered: deliveries(row["delivered"]),
            notDelivered: (row["notDelivered"]?.elements ?? []).flatMap { $0["by"]?.elements.compactMap(\.text) ?? [] },
            elsewhere: deliveries(row["elsewhere"]))
    }

    private static func deliveries(_ value: JSONValue?) -> [Delivery] {
        (value?.elements ?? []).map { form in
            var expect: [String: JSONValue] = [:]
            if case .object(let members)? = form["expect"] { expect = members }
            return Delivery(
                openers: form["by"]?.elements.compactMap(\.text) ?? [], link: form["link"]?.text ?? "", expect: expect)
        }
    }
}
