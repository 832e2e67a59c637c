import RouterDash
import SchemeRouter
import SchemeRouterTesting

/// Answers one wallet link: `embed LINK`, with the passcode on standard input. The money is practice money, in memory.
@main enum Embed {
    static func main() async throws {
        // Descriptors say what links look like; a plugin knows the coin. `shop` has a program here that may be answered.
        let router = Router(routes: try RouteTable.load([.shipped]), plugins: ["dash": DashPlugin()])
        let world = MemoryServices(programs: ["shop"], passcode: "1234")
        var services = world.services
        services.prompt = German(typing: MemoryPrompt([.type(readLine() ?? "")]))
        do {
            let link = try router.read(Array(CommandLine.arguments.dropFirst().joined().utf8))
            print(await LinkExecution(services: services).run(link))
        } catch {
            print("This is not a link that can be answered. \(error)")
        }
        for payment in world.network.payments { print("paid", payment.id, payment.recipient, payment.amount.units) }
        for callback in world.launcher.opened { print("callback", callback) }
    }
}

/// A window in another language: it shows what will be signed, and takes over that everything is shown.
struct German: Prompt {
    let typing: MemoryPrompt

    init(typing: MemoryPrompt) { self.typing = typing }

    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        guard let subject = dialogue.subject, case .payment(let payment) = subject.intent else { throw .refused }
        if subject.chain.isPractice { print("ÜBUNG – kein echtes Geld") }
        print("Zahlung: \(subject.coin.text(payment.amount)) an \(payment.recipient)")
        print("Gebühr: \(payment.fee.map(subject.coin.text) ?? "unbekannt")")
        if let sender = subject.request.header.sender { print("Antwort an: \(sender.scheme)") }
        if case .payment(let asked) = subject.request, let message = asked.message {
            print("Der Link sagt: \(Quoted(message))")
        }
        return try await typing.passcode(dialogue, mistake: mistake)
    }

    // This program shows payments only. What it cannot show, it refuses.
    func confirm(_ dialogue: Dialogue) async throws(PromptError) { throw .refused }
    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        throw .refused
    }
    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice { throw .refused }
    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int { throw .refused }
    func tell(_ dialogue: Dialogue) async throws(PromptError) { print(dialogue.pages.joined(separator: "\n\n")) }
}
