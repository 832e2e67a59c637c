import Glibc

/// Every program around the router in the end-to-end tests, told apart by the name it is started under: `prompt` asks
/// the person, and anything else – a receiver of callbacks, a web browser – only records how it was started.
///
/// A compiled program, so that a shell in a trace of the whole run is one that should not be there.
@main
enum StandIn {
    static func main() {
        // The stand-ins lie in `HOME/programs`, started by their whole path.
        let parts = (CommandLine.arguments.first ?? "").split(separator: "/")
        guard parts.count > 2 else { exit(64) }
        let home = "/" + parts.dropLast(2).joined(separator: "/")
        let name = String(parts[parts.count - 1])
        Record(of: name, in: home + "/records").write()
        if name == "prompt" { ScriptedPrompt(home: home).run() }
    }
}
