import Foundation
import RouterTestSupport

/// Strikes the real `router` while it pays, and checks what came of it:
/// - `CrashRun ROUTER [--kills N] [--seed N]` kills it on the practice network, at the writes of its files and at any other
///   moment, finishes what is left, and checks that each payment was made and told exactly once, or not at all;
/// - `CrashRun ROUTER --soak PAYMENTS --clock LIBRARY [--seed N]` lets everything fail together (``SoakRun``). It mounts
///   disks, for which it needs a mount namespace of its own. LIBRARY is built from `Soak/clock.c`.
@main
enum CrashRun {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else {
            print("usage: CrashRun ROUTER [--kills N | --soak PAYMENTS --clock LIBRARY] [--seed N]")
            exit(64)
        }
        let seed = value("--seed", arguments).flatMap(UInt64.init) ?? UInt64.random(in: 0...999_999)
        if let payments = value("--soak", arguments).flatMap(Int.init), let clock = value("--clock", arguments) {
            exit(Soak(router: arguments[1], clock: clock).run(payments: payments, seed: seed) ? 0 : 1)
        }
        let home = try CrashHome(router: arguments[1])
        defer { home.remove() }
        var trial = try Trial(home: home, seed: seed)
        do {
            let kills = value("--kills", arguments).flatMap(Int.init) ?? 1_000
            for number in 1...kills { try trial.kill(payment: number) }
            try trial.checkSum()
        } catch {
            print("error: \(error)\nseed \(seed), in \(home.path)\n\(trial.report)")
            home.isKept = true
            exit(1)
        }
        print(trial.report)
    }

    private static func value(_ name: String, _ arguments: [String]) -> String? {
        arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
    }
}

/// What went wrong.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
