import ArgumentParser
import SchemeRouter

/// `router manual PAGE --date DAY`: prints a manual page for packages to install.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print a manual page.", shouldDisplay: false)

    /// The pages; each is also the name of its file.
    enum Page: String, ExpressibleByArgument, CaseIterable {
        case router = "router.1"
        case schemes = "schemerouter-schemes.5"
    }

    @Argument(help: "The page.") var page: Page
    @Option(help: "The day that the page bears, such as 2026-01-31.") var date: String

    func validate() throws {
        guard Day(argument: date) != nil else { throw ValidationError("--date must be a day, such as 2026-01-31.") }
    }

    func run() throws {
        let lines = try page == .router ? CommandPage().lines : DescriptorPage.lines
        let name = page.rawValue.dropLast(2).uppercased()
        let heading =
            ".TH \(Roff.text(name)) \(page.rawValue.suffix(1)) \"\(date)\" "
            + "\"SchemeRouter \(ProgramVersion.text)\" \"SchemeRouter\""
        StandardStreams.printWhole(([heading] + lines).joined(separator: "\n"))
    }
}
