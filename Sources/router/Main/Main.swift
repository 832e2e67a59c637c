import RouterCArguments
import RouterProgram

/// `router`: opens wallet links.
@main
enum Main {
    static func main() {
        RouterCommandLine().run()
    }
}
