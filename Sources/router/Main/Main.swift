import RouterCArguments
import RouterProgram

/// `router`: answers wallet links.
@main
enum Main {
    static func main() {
        RouterCommandLine().run()
    }
}
