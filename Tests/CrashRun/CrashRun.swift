import Foundation
import RouterTestSupport

/// Kills the real `router` while it pays on the practice network, at the writes of its files and at any other moment,
/// finishes what is left, and checks that the payment was made and told exactly once, or not at all:
/// `CrashRun ROUTER [--kills N] [--seed N]`.
@main
enum CrashRun {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else {
            print("usage: CrashRun ROUTER [--kills N] [--seed N]")
            exit(64)
        }
        let seed = number("--seed", arguments).map(UInt64.init) ?? UInt64.random(in: 0...999_999)
        let home = try CrashHome(router: arguments[1])
        defer { home.remove() }
        var trial = try Trial(home: home, seed: seed)
        do {
            for number in 1...(number("--kills", arguments) ?? 1_000) { try trial.kill(payment: number) }
            try trial.checkSum()
        } catch {
            print("error: \(error)\nseed \(seed), in \(home.path)\n\(trial.report)")
            home.isKept = true
            exit(1)
        }
        print(trial.report)
    }

    private static func number(_ name: String, _ arguments: [String]) -> Int? {
        arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? Int(arguments[$0 + 1]) : nil }
    }
}

/// What went wrong.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
