import Cowrie
import RouterProgram

/// `router`, which knows cowries, too.
@main enum Main {
    static func main() {
        RouterCommandLine(
            plugins: [(CowriePlugin.name, CowriePlugin())], networks: [CowrieNetwork.self],
            descriptors: [CowrieDescriptors.file]
        ).run()
    }
}
