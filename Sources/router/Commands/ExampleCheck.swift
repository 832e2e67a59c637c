import ExactJSON
import SchemeRouter

/// Runs the examples in descriptors: each link must have the outcome that the file states.
struct ExampleCheck {
    let router: Router

    var problems: [Problem] { router.routes.schemes.flatMap { scheme in scheme.examples.compactMap(problem) } }

    private func problem(_ example: LinkExample) -> Problem? {
        let outcome: LinkExample.Expectation
        do {
            let request = try router.read(Array(example.url.utf8)).request
            outcome = .action(request.action, amount: Self.amount(of: request))
        } catch {
            outcome = .error(error.code)
        }
        switch (example.expectation, outcome) {
        case (.action(let expected, nil), .action(let action, _)) where expected == action: return nil
        case (let expected, let outcome) where expected == outcome: return nil
        default: break
        }
        let message = "the result of this example is \(Self.text(outcome)), not \(Self.text(example.expectation))"
        return Problem(
            text: "\(example.origin): error: \(message) [descriptor.example]",
            json: JSON([
                "file": example.origin.file, "line": example.origin.line, "column": example.origin.column, "length": 1,
                "code": "example", "message": message, "suggestion": JSON.null, "hint": JSON.null,
                "path": JSON.array([]),
            ]))
    }

    private static func amount(of request: WalletRequest) -> Amount? {
        switch request {
        case .payment(let payment): payment.amount
        case .otherPayment(let payment): payment.amount
        case .described(let request): request.amountOfCoin
        default: nil
        }
    }

    private static func text(_ expectation: LinkExample.Expectation) -> String {
        switch expectation {
        case .action(let action, let amount): action.descriptorKey + (amount.map { " of \($0.units)" } ?? "")
        case .error(let code): code.rawValue
        }
    }
}
