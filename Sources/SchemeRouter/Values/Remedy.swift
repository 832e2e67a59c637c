import Synchronization

/// What the person can do about a failure, where that is done with the program that embeds this library. The library knows
/// what helps, and the program has a name for it: a command, a button, a page.
///
///     Remedy.name { remedy in
///         switch remedy {
///         case .resume: "“Unfinished payments” in the menu"
///         case .unlock: "“Ask me again”"
///         default: nil
///         }
///     }
///
/// An error then says “Finish that payment first with “Unfinished payments” in the menu.” Without a name it says only “Finish that
/// payment first.”, or leaves the sentence out.
public enum Remedy: Sendable, Hashable {
    /// Finishes payments and answers that an earlier run left (``Resumption``).
    case resume
    /// Lists the entries of the journal.
    case history
    /// Removes entries from the journal.
    case forget
    /// Ends the lock after refusals or a flood (``LinkTally/unlock(upTo:)``).
    case unlock
    /// Raises the fee of the payment with this number once more (``FeeBump``).
    case raiseFee(of: Int64)
    /// Carries out a link that the person pastes.
    case paste
    /// Carries out a link that the person types, with a wallet that they name; nil for whichever is chosen.
    case open(with: String?)
    /// Pays an address without a link, with a wallet that the person names; nil for this one.
    case pay(with: String?)
    /// Lists the configured schemes, and the files that describe them.
    case schemes
    /// Shows the mistakes in the descriptors (``RouteTable/stoppedFiles``).
    case checkDescriptors
    /// Lists the programs that accept links of a scheme.
    case programs(scheme: String)
    /// Says what is missing on this computer.
    case diagnose
    /// Says how much a wallet has, of one coin or of all.
    case balance(of: CoinID?)
    /// Derives the keys of a coin's account with the passcode; nil for the first account.
    case deriveKeys(of: CoinID, account: AccountName?)
    /// Creates or restores a wallet.
    case makeWallet
    /// Shows the wallet.
    case wallet
    /// Searches the network for the wallet's accounts.
    case findAccounts
    /// Makes this program open links of a scheme; nil for all of its schemes.
    case register(scheme: String?)

    private static let names = Mutex<@Sendable (Remedy) -> String?>({ _ in nil })

    /// Sets the program's names, once, before the first link.
    /// - Parameter names: what stands for a remedy in a sentence, in quotation marks, because it may begin one; nil if the
    ///   program has none.
    public static func name(_ names: @escaping @Sendable (Remedy) -> String?) {
        Self.names.withLock { $0 = names }
    }

    /// A sentence with the program's name of it.
    /// - Parameter naming: makes the sentence of the name.
    /// - Returns: nil if the program has no name for it.
    public func text(_ naming: (String) -> String) -> String? { Self.names.withLock { $0 }(self).map(naming) }

    /// The same, or another sentence if the program has no name for it.
    /// - Parameters:
    ///   - naming: makes the sentence of the name.
    ///   - standard: the sentence without one.
    public func text(_ naming: (String) -> String, or standard: String) -> String { text(naming) ?? standard }
}

extension Remedy {
    /// About a payment that stands in the way of another one.
    package static var finishFirst: String {
        resume.text({ "Finish that payment first with \($0)." }, or: "Finish that payment first.")
    }

    /// About a payment that may have been made.
    static var finish: String {
        resume.text({ "Do not pay again. Run \($0) to finish it." }, or: "Do not pay again. Finish that payment.")
    }

    static var endLock: String? {
        unlock.text { name in
            "\(name) ends that now"
                + open(with: nil).text(
                    { ", and a link that you type after \($0) in a terminal is always asked about." }, or: ".")
        }
    }

    static var listSchemes: String? { schemes.text { "\($0) lists the configured schemes." } }
}

extension String {
    /// This hint, followed by a sentence about a remedy, if there is one.
    package func adding(_ sentence: String?) -> String { sentence.map { "\(self) \($0)" } ?? self }
}
