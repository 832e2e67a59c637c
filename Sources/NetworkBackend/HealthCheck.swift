import SchemeRouter

/// One check, and whether links can be answered with its result.
public struct HealthCheck: Sendable, Hashable {
    /// The result of a check.
    public enum Result: String, Sendable {
        /// Nothing is wrong.
        case good
        /// Works, but the person should know.
        case warning
        /// Links cannot be answered in this state.
        case failure
    }

    /// The name of the check, a word that does not change between versions.
    public let name: String
    public let result: Result
    /// The finding.
    public let text: String
    /// What to do about it; nil if there is nothing to do.
    public let advice: String?

    public init(_ name: String, _ result: Result, _ text: String, advice: String? = nil) {
        self.name = name
        self.result = result
        self.text = text
        self.advice = advice
    }
}

/// The newest block that a node or server has: an old one may mean that the network went on without it.
package struct NewestBlock: Sendable, Hashable {
    /// Its number.
    package let height: BlockHeight
    /// Its time, which its miner set; nil if it was not reported.
    package let time: UnixTime?

    /// Blocks of all coins follow each other in minutes: a longer time by chance is rarer than one in a million.
    private static let longestGap: UnixTime = 3 * 3_600

    package init(_ height: BlockHeight, at time: UnixTime?) {
        self.height = height
        self.time = time
    }

    /// Its age in seconds by this computer's clock; nil if unknown.
    package func age(at now: UnixTime) -> UnixTime? { time.map { now > $0 ? now - $0 : 0 } }

    /// Whether a network in use would have another block by now. The answer depends on this computer's clock, so it
    /// is never the only reason to refuse anything.
    package func isOld(at now: UnixTime) -> Bool { age(at: now).map { $0 > Self.longestGap } ?? false }

    /// Its age in words, such as “5 hours”; nil if unknown.
    package func ageText(at now: UnixTime) -> String? {
        age(at: now).map { seconds in
            switch seconds {
            case ..<120: "\(seconds) seconds"
            case ..<7_200: "\(seconds / 60) minutes"
            case ..<172_800: "\(seconds / 3_600) hours"
            default: "\(seconds / 86_400) days"
            }
        }
    }

    /// What may follow from its age, after the name of the node or server.
    package func warning(about name: String, _ upgrade: NetworkUpgrade?, _ coin: String, at now: UnixTime) -> String? {
        guard isOld(at: now), let age = ageText(at: now) else { return nil }
        var text =
            "The newest block of \(name), \(height.number), is \(age) old: the network may have gone on without it."
        if let upgrade, let first = upgrade.height, height < first {
            text +=
                " \(coin) changed its rules at block \(first.number) (\(upgrade.name)) or later, and an old program stops there."
        }
        return text + " A balance may be outdated, and a payment may never be confirmed."
    }
}
