import ArgumentParser
import Foundation
import Testing

@testable import RouterProgram

/// A command of `router` is a subcommand beside the others.
@Suite struct CommandTests {
    /// `router` with the sample's list instead of its own.
    private struct Root: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "router", subcommands: SampleLists.commands)
    }

    @Test("it is parsed like the others, and so are they")
    func parsed() throws {
        let command = try #require(try Root.parseAsRoot(["networks", "--practice"]) as? NetworksCommand)
        #expect(command.practice)
        #expect(try Root.parseAsRoot(["schemes"]) is SchemesCommand)
        #expect(throws: (any Error).self) { try Root.parseAsRoot(["networks", "--real"]) }
        #expect(Root.helpMessage().contains("List the coins that have a network, and which one."))
    }

    @Test("it finds the installation as all commands do")
    func runs() throws {
        let directory = try Scratch()
        try directory.write(
            "config.yaml",
            "networks: { dash: { use: sandbox, network: test }, bitcoin: { use: core-rpc, "
                + "url: \"http://127.0.0.1:8332\", cookie: ~/.bitcoin/.cookie } }\n")
        var options = GlobalOptions()
        options.directory = directory.path
        let context = try RouterCommand.$options.withValue(options) { try RouterCommand.context() }
        #expect(
            try NetworksCommand.parse([]).lines(context) == ["bitcoin: core-rpc (main)", "dash: sandbox (test)"])
        #expect(try NetworksCommand.parse(["--practice"]).lines(context) == ["dash: sandbox (test)"])
    }
}
