import Foundation
import Glibc

/// Something that goes wrong while `router` runs.
struct Strike: CustomStringConvertible {
    enum Kind {
        /// SIGKILL of the first or the second `router`.
        case kill(Int)
        /// SIGKILL of the courier of one of them.
        case killCourier
        /// So many pages of the disk are left, until all has ended.
        case fill(pages: Int)
        /// The clock jumps by so many seconds.
        case jump(Int64)
        /// The liar lies in another way; nil for no lie.
        case lie(Lie?)
        /// The honest server is gone.
        case honestGoes
    }

    let kind: Kind
    let moment: Trial.Moment

    var description: String {
        let when =
            switch moment {
            case .change(let number, let delay): "\(delay) µs after change \(number)"
            case .time(let delay): "after \(delay) µs"
            }
        return "\(kind) \(when)"
    }
}

extension SoakHome {
    /// Runs commands beside each other, strikes them, and waits until nothing of them runs any more.
    /// - Returns: the exit code of each; nil where it was killed by a signal.
    func run(_ commands: [[String]], _ strikes: [Strike], applying apply: (Strike.Kind) throws -> Void) throws
        -> [Int32?]
    {
        let watch = try Watch(
            ["state/schemerouter", "data/schemerouter/wallet", "run/schemerouter"].map { "\(disk)/\($0)" } + [desk])
        let start = ContinuousClock.now
        let children = try commands.enumerated().map { try self.start($1, number: $0) }
        var (pending, seen) = (strikes, 0)
        while !pending.isEmpty, children.contains(where: { !$0.hasEnded }) {
            seen += watch.changes()
            let elapsed = Int((ContinuousClock.now - start) / .microseconds(1))
            for (place, strike) in pending.enumerated().reversed() {
                switch strike.moment {
                case .time(let delay): guard elapsed >= delay else { continue }
                case .change(let number, let delay):
                    guard seen >= number else { continue }
                    usleep(delay)
                }
                pending.remove(at: place)
                switch strike.kind {
                case .kill(let which): children[min(which, children.count - 1)].kill()
                case .killCourier: for child in children { Self.killCourier(of: child) }
                case .fill(let pages): try leave(pages: pages)
                case .jump(let seconds): try setClock(offset + seconds)
                case .lie, .honestGoes: try apply(strike.kind)
                }
            }
        }
        let codes = try Child.end(children)
        try leave(pages: nil)
        return codes
    }

    private static func killCourier(of child: Child) {
        let tasks = "/proc/\(child.process)/task"
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
            for number in read("\(tasks)/\(thread)/children").split(separator: " ") {
                guard let process = pid_t(number), read("/proc/\(process)/comm") == "courier\n" else { continue }
                Glibc.kill(process, SIGKILL)
            }
        }
    }

    private static func read(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
