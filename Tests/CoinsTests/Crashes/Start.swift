import JournalConformance
import RouterTestSupport
import SchemeRouter
import Synchronization

/// One start of the program: what it does, and what the world does to it.
struct Start: Sendable, CustomStringConvertible {
    /// What the network does with what it is sent.
    enum Network: CaseIterable, Sendable {
        case answers, losesTheAnswer, losesTheRequest, refuses
        /// It says that it refuses a payment, and keeps it, to have it confirmed whenever that pays.
        case keeps
    }

    /// What the person says about what an earlier start left.
    enum Person: CaseIterable, Sendable {
        case sends, drops, leaves
    }

    /// The link that is opened; nil for `router resume`.
    let link: String?
    var network = Network.answers
    var person = Person.sends
    /// The program ends before this effect, counted from 1; nil if it is left to finish.
    var crash: Int?

    var description: String { "\(link ?? "resume") \(network) \(person) \(crash.map { "crash before \($0)" } ?? "")" }

    static let router: Router? = try? ExecutionFixture().router()

    /// Runs it with the engine's own rules.
    /// - Returns: the world afterwards, and whether the crash came.
    func run(in world: World, reading links: [String: ReadLink]) async throws -> (World, crashed: Bool) {
        let run = Run(world, self)
        let services = run.services()
        run.links = (links, services)
        if let link, let read = links[link] {
            let outcome = await LinkExecution(services: services).run(read).outcome
            run.finish { world in
                switch outcome {
                case .paid, .finished, .toldAddress: world.known.insert(link)
                case .failed(let error) where error.code == .internalError: world.mishaps.append(error.message)
                default: break
                }
            }
        } else if let router = Self.router {
            _ = try? await Resumption(services: services, router: router).run()
        }
        return run.end()
    }
}
