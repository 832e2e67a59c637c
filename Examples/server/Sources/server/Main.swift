import ArgumentParser
import LinkServer
import PostgresJournal

/// The program: each process is a worker, an approver, or a client.
@main
struct Server: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "Carry out wallet links on several hosts, with one journal in PostgreSQL and a person who approves.",
        subcommands: [Init.self, Add.self, Work.self, Approve.self, List.self])
}

/// The database and the wallet.
struct DatabaseOptions: ParsableArguments {
    @Option(help: "A connection string of libpq, without a password: “host=db.internal dbname=links user=worker”.")
    var database: String

    @Option(help: "The name of the wallet in the database.")
    var wallet = "main"

    func connect() throws -> Database { try Database(database) }
}

struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the tables, and say which roles of PostgreSQL may do what.")

    @Option(help: "A connection string of libpq for the owner of the tables.")
    var database: String

    @Option(help: "The role that workers log in with.")
    var workers: String

    @Option(help: "The role of the people who approve.")
    var approvers: String

    @Option(help: "The role of programs that add links by SQL and read the replies.")
    var clients: String?

    func run() async throws {
        guard workers != approvers else {
            throw ValidationError("A role that works and approves would approve its own payments. Name two roles.")
        }
        try Schema.install(in: try Database(database), workers: workers, approvers: approvers, clients: clients)
    }
}

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put links into the queue: one on each line of standard input.")

    @OptionGroup var options: DatabaseOptions

    func run() async throws {
        let queue = LinkQueue(try options.connect(), wallet: options.wallet)
        while let line = readLine() {
            if !line.isEmpty { print(try queue.add(line)) }
        }
    }
}

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the newest links and what became of them.")

    @OptionGroup var options: DatabaseOptions

    @Option(help: "How many.")
    var count = 20

    func run() async throws {
        for line in try LinkQueue(try options.connect(), wallet: options.wallet).newest(count) {
            let parts = [String(line.id), line.outcome ?? "waiting", line.link, line.note].compactMap(\.self)
            print(parts.map(Shown.line).joined(separator: "\t"))
        }
    }
}

/// Makes texts from the database safe for a terminal.
enum Shown {
    /// Without control characters, on one line.
    static func line(_ text: String) -> String { clean(text) { _ in "?" } }

    /// Without control characters except line breaks.
    static func page(_ text: String) -> String { clean(text) { $0 == "\n" ? "\n" : "?" } }

    private static func clean(_ text: String, _ shown: (Unicode.Scalar) -> Character) -> String {
        String(
            text.unicodeScalars.map { scalar -> Character in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: shown(scalar)
                default: Character(scalar)
                }
            })
    }
}
