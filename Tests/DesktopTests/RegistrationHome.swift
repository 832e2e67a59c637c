import Foundation
import SchemeRouter
import Testing

@testable import RouterDesktop

/// A person's desktop in which this program is registered and taken back.
struct RegistrationHome {
    let desktop: FakeDesktop
    let program: String

    static let schemes = [
        RegistrableScheme(name: "shop", title: "Shop", coins: ["dash"]),
        RegistrableScheme(name: "wallet", title: "Wallet", coins: ["dash"], aliases: ["old-wallet"]),
    ]
    static let types = ["x-scheme-handler/shop", "x-scheme-handler/wallet", "x-scheme-handler/old-wallet"]
    static let shop = [schemes[0]]

    init(desktop name: String = "") throws {
        desktop = try FakeDesktop(desktop: name)
        program = try desktop.root.write("bin/router", "#!/bin/sh\n", mode: 0o755)
        try FileManager.default.createDirectory(
            atPath: desktop.root.path + "/state", withIntermediateDirectories: true)
    }

    func registration(program: String? = nil) throws -> DesktopRegistration {
        try DesktopRegistration(
            directories: try desktop.directories, stateDirectory: desktop.root.path + "/state",
            program: program ?? self.program)
    }

    @discardableResult
    func register(
        _ schemes: [RegistrableScheme] = schemes, force: Bool = false, program: String? = nil
    ) throws -> RegistrationChange {
        let registration = try registration(program: program)
        return try registration.apply { () throws(ServiceError) in
            try registration.registering(schemes, force: force)
        }
    }

    @discardableResult
    func unregister(_ schemes: [RegistrableScheme]? = nil, force: Bool = false) throws -> RegistrationChange {
        let registration = try registration()
        return try registration.apply { () throws(ServiceError) in
            try registration.unregistering(schemes, known: Self.schemes, force: force)
        }
    }

    func status(program: String? = nil) throws -> RegistrationStatus {
        try registration(program: program).status(of: Self.schemes)
    }

    /// The status of `shop`.
    func shop() throws -> RegistrationStatus.Scheme { try status().schemes[0] }

    func list(_ text: String) throws {
        try desktop.root.write("config/mimeapps.list", text)
    }

    var list: String? { desktop.root.read("config/mimeapps.list") }
    var entry: String? { desktop.root.read("data/applications/schemerouter.desktop") }

    /// Every file and link below the directory with what it holds.
    func snapshot() -> [String: Data] {
        var result: [String: Data] = [:]
        for path in FileManager.default.subpaths(atPath: desktop.root.path) ?? [] {
            let full = desktop.root.path + "/" + path
            if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: full) {
                result[path] = Data(("-> " + link).utf8)
            } else if let data = FileManager.default.contents(atPath: full) {
                result[path] = data
            }
        }
        return result
    }

    /// Runs a program of the system in this desktop; nil if it is not installed.
    func run(_ program: String, _ arguments: String...) throws -> (status: Int32, output: String)? {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            print("skipped: \(program) is not installed")
            return nil
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = desktop.environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
        let output = Foundation.Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}

/// Whether `body` throws that error.
func fails(_ code: ServiceError.Code, _ body: () throws -> Void) -> Bool {
    do {
        try body()
        return false
    } catch {
        return (error as? ServiceError)?.code == code
    }
}
