import Foundation
import Testing

@testable import RouterCourierClient

/// Where the courier of an installed program is looked for.
@Suite struct InstalledPlaceTests {
    @Test("in libexec for a program in bin; beside it where there is none, or it is elsewhere")
    func places() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("place-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let (bin, libexec) = (directory.path + "/bin", directory.path + "/libexec/schemerouter")
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: libexec, withIntermediateDirectories: true)
        #expect(CourierProgram.path(of: bin + "/router") == bin + "/courier")
        try Data().write(to: URL(fileURLWithPath: libexec + "/courier"))
        // Another program of that name may lie in bin: Debian has one.
        try Data().write(to: URL(fileURLWithPath: bin + "/courier"))
        #expect(CourierProgram.path(of: bin + "/router") == libexec + "/courier")
        #expect(CourierProgram.path(of: directory.path + "/cabin/router") == directory.path + "/cabin/courier")
        #expect(CourierProgram.path(of: directory.path + "/router") == directory.path + "/courier")
        #expect(CourierProgram.path(of: "router") == nil)
    }
}
