import Foundation
import Glibc
import RouterCourierMessages
import RouterTestSupport

@testable import RouterCourierClient

/// The real courier under a name of its own, by which its process is found.
final class TestCourier: Sendable {
    let client: CourierClient
    /// What the kernel calls its process.
    private let name: String
    private let scratch: Scratch

    /// - Parameter configuration: by default loopback may be reached.
    init(_ configuration: CourierConfiguration = CourierConfiguration(allowedNetworks: ["127.0.0.0/8"])) throws {
        scratch = try Scratch()
        name = "c" + UUID().uuidString.filter { $0 != "-" }.prefix(14)
        let program = scratch.path + "/" + name
        try FileManager.default.createSymbolicLink(atPath: program, withDestinationPath: BuiltPrograms.courier)
        client = CourierClient(configuration, program: program)
    }

    /// The processes that run it. One that ended and was not waited for counts.
    var processes: [pid_t] {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
        return numbers.filter { number in
            let text = try? String(contentsOfFile: "/proc/\(number)/comm", encoding: .utf8)
            return text == name + "\n"
        }
    }

    /// Sends a signal to all of them.
    func signal(_ signal: Int32) {
        for process in processes { kill(process, signal) }
    }
}
