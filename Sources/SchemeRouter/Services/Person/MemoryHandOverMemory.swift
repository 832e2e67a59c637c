import Synchronization

/// A memory of handed-over links for a program that answers all links of a person in one process.
public final class MemoryHandOverMemory: HandOverMemory {
    private let links = Mutex<[HandedOverLink]>([])

    /// An empty memory.
    public init() {}

    /// The recent links, newest first.
    public func recent() -> [HandedOverLink] { links.withLock { $0 } }

    /// Forgets a link that was not handed over after all.
    public func forget(_ link: HandedOverLink) { links.withLock { $0.removeAll { $0 == link } } }

    /// Remembers a link, and forgets those that are too old to matter.
    public func remember(_ link: HandedOverLink) {
        links.withLock { links in
            links = [link] + links.filter { abs(link.at - $0.at) <= HandedOverLink.memory }
        }
    }
}
