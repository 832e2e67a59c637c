import CPostgreSQL
import Glibc
import SchemeRouter

/// Why PostgreSQL did not carry out something.
public enum DatabaseError: Error, Sendable {
    /// The connection broke. The last command may or may not have been carried out.
    case lost(String)
    /// PostgreSQL refused for the reason with this SQLSTATE; the transaction was rolled back.
    case refused(state: String, message: String)
    /// A rule of the journal or the queue forbids it. The transaction is rolled back.
    case rule(ServiceError)

    /// Whether the same transaction may succeed on another try: it conflicted with another one, or took too long.
    var isPassing: Bool {
        guard case .refused(let state, _) = self else { return false }
        // serialization_failure, deadlock_detected, lock_not_available, query_canceled (statement_timeout)
        return ["40001", "40P01", "55P03", "57014"].contains(state)
    }

    var message: String {
        switch self {
        case .lost(let message), .refused(_, let message): message
        case .rule(let error): error.message
        }
    }
}

/// An open connection. ``Database`` serialises access to it.
@safe public final class Connection {
    // Closed when this object is released; nothing else uses it.
    private let handle: OpaquePointer

    /// The settings of every session.
    ///
    /// A worker that is stopped in the middle of a transaction holds the wallet's row until its session ends, so the
    /// server soon ends sessions that idle there. A commit returns once it is on the disk (S6).
    private static let session = """
        -c idle_in_transaction_session_timeout=5s -c statement_timeout=15s -c lock_timeout=10s \
        -c synchronous_commit=on -c client_min_messages=error
        """

    /// Connects.
    /// - Parameter info: a connection string of libpq.
    init(_ info: String) throws(DatabaseError) {
        // Later keywords override those in the connection string.
        let settings = [
            ("dbname", info), ("client_encoding", "UTF8"), ("options", Self.session), ("connect_timeout", "5"),
            ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "10000"),
        ]
        let opened = unsafe Self.withTexts(settings.map(\.0) + [nil]) { keywords in
            unsafe Self.withTexts(settings.map(\.1) + [nil]) { values in
                unsafe PQconnectdbParams(keywords, values, 1)
            }
        }
        guard let handle = unsafe opened else { throw .lost("There is no memory for a connection.") }
        unsafe self.handle = handle
        guard unsafe PQstatus(handle) == CONNECTION_OK else { throw .lost(lastMessage) }
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// Runs one statement and returns its rows.
    @discardableResult
    public func run(_ sql: String, _ values: SQLValue...) throws(DatabaseError) -> [Row] { try run(sql, values) }

    /// Runs one statement and returns its rows.
    @discardableResult
    public func run(_ sql: String, _ values: [SQLValue]) throws(DatabaseError) -> [Row] {
        let texts = values.map(\.written)
        guard !texts.contains(where: { $0?.utf8.contains(0) == true }) else {
            throw .rule(ServiceError(.internalError, "A text with a NUL cannot be recorded."))
        }
        let answer = unsafe Self.withTexts(texts) { texts in
            unsafe PQexecParams(handle, sql, Int32(values.count), nil, texts, nil, nil, 0)
        }
        defer { unsafe PQclear(answer) }
        switch unsafe PQresultStatus(answer) {
        case PGRES_TUPLES_OK: return unsafe Self.rows(of: answer)
        case PGRES_COMMAND_OK: return []
        default: throw unsafe failure(of: answer)
        }
    }

    /// Commits the transaction. If this throws ``DatabaseError/lost(_:)``, it may have been committed.
    func commit() throws(DatabaseError) {
        let answer = unsafe PQexec(handle, "COMMIT")
        defer { unsafe PQclear(answer) }
        guard unsafe PQresultStatus(answer) == PGRES_COMMAND_OK else { throw unsafe failure(of: answer) }
        // If a transaction has already failed, the server responds with ROLLBACK and no error.
        guard unsafe String(cString: PQcmdStatus(answer)) == "COMMIT" else {
            throw .refused(state: "25P02", message: "The transaction had failed before.")
        }
    }

    /// The value of `keyword` in the connection string `info`; nil if it has none. Throws if libpq cannot parse it.
    public static func setting(_ keyword: String, of info: String) throws(ServiceError) -> String? {
        var message: UnsafeMutablePointer<CChar>?
        let options = unsafe PQconninfoParse(info, &message)
        defer {
            unsafe PQconninfoFree(options)
            unsafe PQfreemem(message)
        }
        guard var option = unsafe options else {
            let why = unsafe message.map { unsafe String(cString: $0) } ?? "no memory"
            throw ServiceError(.badConfiguration, "The connection string cannot be read: \(oneLine(why)).")
        }
        // The list ends with an option without a keyword.
        while let name = unsafe option.pointee.keyword {
            if unsafe String(cString: name) == keyword {
                return unsafe option.pointee.val.map { unsafe String(cString: $0) }
            }
            unsafe option += 1
        }
        return nil
    }

    private func failure(of answer: OpaquePointer?) -> DatabaseError {
        let state = unsafe PQresultErrorField(answer, CInt(UInt8(ascii: "C"))).map { unsafe String(cString: $0) }
        // Class 57P ends sessions, and 25P03 ends this one for idling.
        guard let state, unsafe PQstatus(handle) == CONNECTION_OK, !state.hasPrefix("57P"), state != "25P03" else {
            return .lost(lastMessage)
        }
        let message = unsafe PQresultErrorField(answer, CInt(UInt8(ascii: "M"))).map { unsafe String(cString: $0) }
        return .refused(state: state, message: message ?? lastMessage)
    }

    private var lastMessage: String { Self.oneLine(unsafe String(cString: PQerrorMessage(handle))) }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private static func rows(of answer: OpaquePointer?) -> [Row] {
        unsafe (0..<PQntuples(answer)).map { row in
            unsafe Row(
                columns: (0..<PQnfields(answer)).map { column in
                    unsafe PQgetisnull(answer, row, column) == 1
                        ? nil : String(cString: PQgetvalue(answer, row, column))
                })
        }
    }

    /// Passes texts as C strings that are copied for the duration of the call.
    private static func withTexts<Value>(
        _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
    ) -> Value {
        let copies: [UnsafePointer<CChar>?] = unsafe texts.map { text in
            guard let text, let copy = unsafe strdup(text) else { return nil }
            return unsafe UnsafePointer(copy)
        }
        defer {
            for place in unsafe copies.indices { unsafe free(UnsafeMutablePointer(mutating: copies[place])) }
        }
        return unsafe copies.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
}
