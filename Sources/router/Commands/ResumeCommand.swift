import ArgumentParser
import ExactJSON
import Glibc
import RouterLinux
import SchemeRouter

/// `router resume`: finishes what a crash or an unreachable network left undone (S6).
struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Finish what was interrupted. Nothing is paid twice.",
        discussion: """
            Signed payments are sent as they are, unless you give them up, and apps that are waiting for an answer get it. \
            Opening a link does the same for its coin.
            """)

    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let installation = try RouterCommand.installation()
        // Without a journal there is nothing to finish; reading must not create one.
        let exists = Linux.access(installation.places.journal, F_OK) == 0
        let resumed =
            exists ? try await Resumption(services: installation.services(), router: installation.router).run() : []
        if json {
            StandardStreams.print(resumed.map(Self.json))
        } else if resumed.isEmpty {
            StandardStreams.print("There is nothing to finish.")
        } else {
            for one in resumed {
                let practice = one.entry.request.chain.isPractice ? ["PRACTICE – no real money"] : []
                let lines = one.text(installation.routes.coins[one.entry.request.chain.coin])
                StandardStreams.print((["#\(one.entry.id)"] + practice + lines).joined(separator: "\n  "))
            }
        }
        if resumed.contains(where: { $0.state.isUndecided }) { throw CommandEnd(code: .answerUnknown) }
    }

    private static func json(_ resumed: Resumed) -> JSON {
        JSON([
            "id": resumed.entry.id, "txid": resumed.entry.transaction?.id.hex, "state": resumed.state.name,
            "callback": resumed.state.callback?.name,
        ])
    }
}

extension Resumed.State {
    /// Its stable name in JSON.
    fileprivate var name: String {
        switch self {
        case .finished: "finished"
        case .replyOwed: "answerOwed"
        case .undecided: "undecided"
        case .dropped: "dropped"
        case .interrupted: "interrupted"
        case .sentAgain: "sentAgain"
        case .forgotten: "forgotten"
        case .unclear: "unclear"
        case .replaced: "replaced"
        case .sentAfterAll: "sentAfterAll"
        case .unwatched: "unwatched"
        }
    }

    fileprivate var isUndecided: Bool {
        switch self {
        case .undecided, .forgotten, .unclear: true
        case .finished, .replyOwed, .dropped, .interrupted, .sentAgain, .replaced, .sentAfterAll, .unwatched:
            false
        }
    }
}
