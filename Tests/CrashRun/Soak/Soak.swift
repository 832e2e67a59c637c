import Foundation

/// A soak: payments of several wallets, one after another, so that a fault can be repeated without all that came before it.
struct Soak {
    let router: String
    let clock: String

    /// How many payments a wallet makes.
    static let payments = 500

    /// Returns whether nothing was found. What was found is printed.
    func run(payments: Int, seed: UInt64) -> Bool {
        let start = Date()
        var counts: [String: Int] = [:]
        say("SEED=\(seed)")
        var made = 0
        while made < payments {
            let number = min(Self.payments, payments - made)
            let own = seed &+ UInt64(made / Self.payments)
            guard let found = run(number, seed: own) else { return false }
            counts.merge(found) { $0 + $1 }
            made += number
            say("\(made) payments in \(Int(-start.timeIntervalSinceNow)) s")
        }
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("  \(count) \(name)") }
        print("nothing was paid twice, nothing was lost, and no app was told twice")
        return true
    }

    /// Prints at once, also into a pipe.
    private func say(_ text: String) {
        print(text)
        fflush(nil)
    }

    /// The payments of one wallet. Nil where something was found.
    private func run(_ payments: Int, seed: UInt64) -> [String: Int]? {
        var run: SoakRun?
        var number = 0
        do {
            let soak = try SoakRun(router: router, shim: clock, seed: seed)
            run = soak
            for payment in 1...payments {
                number = payment
                try soak.pay(payment)
            }
            try soak.end()
            soak.home.remove(isKept: false)
            return soak.counts
        } catch {
            print("error: payment \(number): \(error)")
            print("repeat it by SEED=\(seed) PAYMENTS=\(number); what was done since all was well:")
            run?.steps.forEach { print("  \($0)") }
            if let run {
                print("what is left: \(run.home.path)")
                run.home.remove(isKept: true)
            }
            return nil
        }
    }
}
