import RouterLinux
import SchemeRouter

@testable import RouterDesktop

extension FakeDesktop {
    /// The wallet programs. A program is watched for an hour, unless a test says otherwise.
    func wallets(
        exports: [String] = [], more: [String: String] = [:], ownFile: FileIdentity? = nil,
        watch: Duration = .seconds(3_600)
    ) throws -> DesktopWallets {
        DesktopWallets(
            directories: try directories, environment: environment.merging(more) { $1 },
            stateDirectory: root.path + "/state", exports: exports, ownFile: ownFile, time: watch)
    }

    /// Writes an entry of a program that takes links of `bitcoin`, and does nothing with them.
    func wallet(_ id: String, in place: String = "data", exec: String? = nil, _ more: String = "") throws {
        try entry(id, in: place, exec: exec, "MimeType=x-scheme-handler/bitcoin;\n" + more)
    }

    /// Writes the person's list of defaults.
    func list(_ text: String) throws {
        try root.write("config/mimeapps.list", text + "\n")
    }

    /// Writes what opened `bitcoin` before we were registered.
    func record(opener: String) throws {
        var record = RegistrationRecord()
        record.types["x-scheme-handler/bitcoin"] = RegistrationRecord.Before(
            hadLine: false, value: nil, opener: opener)
        try root.write("state/registration", String(decoding: record.bytes, as: UTF8.self))
    }

    /// The ids of the candidates, without their ending, each with its origin.
    func offered(exports: [String] = []) throws -> [String] {
        try wallets(exports: exports).candidates(forScheme: "bitcoin").map { wallet in
            "\(wallet.id.dropLast(".desktop".count)) \(wallet.origin.rawValue)"
        }
    }

    /// Why the program of `id` is not offered; nil if it is.
    func refusal(of id: String, ownFile: FileIdentity? = nil) throws -> String? {
        let rows = try wallets(ownFile: ownFile).handlers(ofScheme: "bitcoin")
        guard let row = rows.first(where: { $0.id == id }) else { return "not named at all" }
        return row.refusal
    }
}
