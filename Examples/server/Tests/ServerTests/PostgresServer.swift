import Foundation
import LinkServer
import PostgresJournal
import SchemeRouter

/// Debian's PostgreSQL in a temporary directory, with a socket there, run by a user that is not root.
final class PostgresServer: Sendable {
    /// One server for all tests.
    static let shared: PostgresServer = {
        do {
            let server = try PostgresServer()
            atexit { PostgresServer.shared.remove() }
            return server
        } catch { fatalError("PostgreSQL does not start: \(error)") }
    }()

    private let directory: String
    private let programs: String
    private let network: HostNetwork?

    /// - Parameter network: where it runs, and listens for other hosts; nil for the network of this process.
    init(network: HostNetwork? = nil) throws {
        self.network = network
        let temporary = URL(fileURLWithPath: NSTemporaryDirectory()).path
        directory = "\(temporary)/postgres-\(UUID().uuidString.prefix(8))"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = versions.compactMap { Int($0) }.max()
        programs = "/usr/lib/postgresql/\(newest ?? 0)/bin"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        if Self.isRoot { try Self.run("/usr/bin/chown", ["postgres", directory]) }
        try run("initdb", "-D", "\(directory)/data", "-A", "trust", "-U", "owner", "--no-sync", "-E", "UTF8")
        if network != nil {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(directory)/data/pg_hba.conf"))
            try file.seekToEnd()
            try file.write(contentsOf: Data("host all worker \(HostNetwork.addresses) trust\n".utf8))
        }
        try start()
        let all = try Database("host=\(directory) dbname=postgres user=owner")
        for role in ["worker", "approver", "client"] {
            try all.write(isRepeatable: true) { (connection) throws(DatabaseError) in
                let create = try connection.run("SELECT format('CREATE ROLE %I LOGIN', $1::text)", .text(role))
                try connection.run(create[0].text(0) ?? "")
            }
        }
        try Schema.install(in: all, workers: "worker", approvers: "approver", clients: "client")
    }

    /// A connection string.
    /// - Parameter host: the directory of a different socket, such as a proxy's.
    func info(_ role: String = "worker", host: String? = nil) -> String {
        "host=\(host ?? directory) dbname=postgres user=\(role)"
    }

    func database(_ role: String = "worker") throws -> Database {
        // A busy computer may take long to restart the server.
        try Database(info(role), patience: .seconds(3_600))
    }

    var socket: String { "\(directory)/.s.PGSQL.5432" }

    func start() throws {
        try run(
            "pg_ctl", "-D", "\(directory)/data", "-l", "\(directory)/log", "-w", "-t", "3600", "-o",
            "-c listen_addresses='\(network == nil ? "" : HostNetwork.database)' -c unix_socket_directories='\(directory)'",
            "start")
    }

    /// Ends the server like a power failure: it recovers from its log when it starts.
    func crash() throws { try run("pg_ctl", "-D", "\(directory)/data", "-w", "-t", "3600", "-m", "immediate", "stop") }

    func remove() {
        try? crash()
        try? FileManager.default.removeItem(atPath: directory)
    }

    private static let isRoot = getuid() == 0

    private func run(_ program: String, _ arguments: String...) throws {
        // PostgreSQL refuses to run as root.
        let person = Self.isRoot ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
        let command = (network?.entering ?? []) + person + ["\(programs)/\(program)"] + arguments
        try Self.run(command[0], Array(command.dropFirst()))
    }

    /// Runs a program to its end. Not with `Process`, which would also wait for the server that the program leaves
    /// running.
    static func run(_ program: String, _ arguments: [String]) throws {
        var arguments = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        defer { for place in unsafe arguments.indices { unsafe free(arguments[place]) } }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (stream, flags) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY)] {
            unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", flags, 0)
        }
        var (process, status): (pid_t, Int32) = (0, 0)
        guard unsafe posix_spawn(&process, program, &actions, nil, &arguments, environ) == 0 else {
            throw Mistake("\(program) cannot be started")
        }
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw Mistake("“\(program)” ends with the status \(status)") }
    }
}

/// An error.
struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
