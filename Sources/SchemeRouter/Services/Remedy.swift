import Synchronization

/// What the person can do about a failure, where that depends on the program that embeds this library: it has commands or
/// buttons of its own.
///
///     Remedy.word { remedy in
///         switch remedy {
///         case .unlock: "“Answer again” in the menu ends that now."
///         default: nil
///         }
///     }
public enum Remedy: Sendable, Hashable {
    /// Ends the lock after refusals or a flood (``LinkTally/unlock(upTo:)``).
    case unlock
    /// Shows the mistakes in the descriptors (``RouteTable/stoppedFiles``).
    case checkDescriptors

    private static let words = Mutex<@Sendable (Remedy) -> String?>({ _ in nil })

    /// Sets the program's own sentences, once, before the first link.
    /// - Parameter words: a whole sentence for a remedy; nil for the library's, which names no command.
    public static func word(_ words: @escaping @Sendable (Remedy) -> String?) {
        Self.words.withLock { $0 = words }
    }

    /// The program's sentence, or else the library's; nil if there is none.
    var sentence: String? { Self.words.withLock { $0 }(self) ?? standard }

    private var standard: String? {
        switch self {
        case .unlock, .checkDescriptors: nil
        }
    }
}

extension String {
    /// The hint, followed by the sentence about a remedy.
    func adding(_ remedy: Remedy) -> String { [self, remedy.sentence].compactMap(\.self).joined(separator: " ") }
}
