import SchemeRouter
import Synchronization

/// Whether this process writes for people or, with `--json`, for programs.
enum OutputForm {
    private static let json = Atomic<Bool>(false)

    /// Whether output is for programs. Errors and notes are then JSON too, one object per line.
    static var isJSON: Bool { json.load(ordering: .relaxed) }

    /// What commands say that root should not run.
    static var rootNote: String {
        (isJSON ? "" : "note: ") + "You are root: wallet, settings and registration belong to root only."
    }

    /// Reads the choice from the arguments of the process. `--` ends the options.
    static func choose(by arguments: [String]) {
        for argument in arguments {
            if argument == "--" { return }
            if argument == "--json" { return json.store(true, ordering: .relaxed) }
        }
    }
}
