import SchemeRouter

/// The tables, and the permissions on them.
public struct Schema: Sendable {
    /// The version that this program reads and writes.
    private static let version: Int64 = 2

    /// Creates the tables if they do not exist.
    /// - Parameters:
    ///   - workers: the workers' PostgreSQL role. It cannot answer questions.
    ///   - approvers: the role of the people who answer questions, which can do nothing else.
    ///   - clients: the role that requests payments and reads replies; nil if nobody does this by SQL.
    public static func install(
        in database: Database, workers: String, approvers: String, clients: String? = nil
    ) throws(ServiceError) {
        try database.write(isRepeatable: true) { (connection) throws(DatabaseError) in
            // Only one process at a time may install.
            try connection.run("SELECT pg_advisory_xact_lock(727001)")
            if try installed(connection) == nil {
                for statement in tables { try connection.run(statement) }
                try connection.run("INSERT INTO schema_version (version) VALUES ($1)", .integer(version))
            }
            for (role, privileges) in [(workers, workerPrivileges), (approvers, approverPrivileges)]
                + (clients.map { [($0, clientPrivileges)] } ?? [])
            {
                for privilege in privileges {
                    // GRANT takes no parameters, so PostgreSQL itself quotes the role's name.
                    let grant = try connection.run(
                        "SELECT format('GRANT ' || $1 || ' TO %I', $2::text)", .text(privilege), .text(role))
                    if let grant = grant.first?.text(0) { try connection.run(grant) }
                }
            }
        }
    }

    /// Throws ``ServiceError/Code/cannotWrite`` if the tables are missing or have another version, or if the server
    /// might lose committed data (S6).
    public static func check(_ database: Database) throws(ServiceError) {
        try database.read { (connection) throws(DatabaseError) in
            switch try installed(connection) {
            case version: break
            case nil:
                throw .rule(
                    ServiceError(.cannotWrite, "The database has no tables yet.", hint: "Run “server init” first."))
            case let other?:
                throw .rule(
                    ServiceError(
                        .cannotWrite, "The database has tables of version \(other); this program has \(version).",
                        hint: "Use the same version of the program on all hosts. Nothing was changed."))
            }
            for (setting, value) in [("fsync", "on"), ("full_page_writes", "on"), ("synchronous_commit", "on")] {
                let found = try connection.run("SELECT current_setting($1)", .text(setting)).first?.text(0)
                guard found == value else {
                    throw .rule(
                        ServiceError(
                            .cannotWrite,
                            "PostgreSQL has “\(setting) = \(found ?? "")”: after a crash it may not have what was recorded.",
                            hint: "Set “\(setting) = \(value)” in postgresql.conf."))
                }
            }
        }
    }

    private static func installed(_ connection: Connection) throws(DatabaseError) -> Int64? {
        guard try connection.run("SELECT to_regclass('schema_version') IS NOT NULL").first?.isTrue(0) == true else {
            return nil
        }
        return try connection.run("SELECT version FROM schema_version").first?.integer(0)
    }

    private static let tables = [
        "CREATE TABLE schema_version (version bigint NOT NULL)",
        // The commits of the last day (``Database/write(isRepeatable:_:)``).
        "CREATE TABLE done (token text PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp())",
        "CREATE INDEX done_at ON done (at)",
        // The row of a wallet is the lock for all writes to it. Its fence counts the leases so far: only the newest
        // lease may write.
        """
        CREATE TABLE wallet (
            name text PRIMARY KEY, next_entry bigint NOT NULL DEFAULT 1, fence bigint NOT NULL DEFAULT 0,
            holder text, lease_until timestamptz)
        """,
        """
        CREATE TABLE entry (
            wallet text NOT NULL REFERENCES wallet (name), id bigint NOT NULL, seen bigint NOT NULL,
            changed bigint NOT NULL, action text NOT NULL, scheme text NOT NULL, fingerprint text NOT NULL,
            coin text NOT NULL, network text NOT NULL, practice boolean NOT NULL, sender text, recipient text,
            asked bigint, account bigint, reply text, bumps bigint, progress text NOT NULL, ending text, amount bigint,
            fee bigint, txid text, raw bytea, expires bigint, failure text, settlement text, program text,
            node text, opener text, PRIMARY KEY (wallet, id))
        """,
        // While a payment is undecided, its link cannot be signed again, and nothing else can spend its inputs. The
        // program checks this before it signs; these indexes would prevent it even if it did not.
        """
        CREATE UNIQUE INDEX entry_undecided_link ON entry (wallet, coin, network, practice, fingerprint)
            WHERE progress = 'signed' AND (ending IS NULL OR ending = 'unknown')
        """,
        "CREATE INDEX entry_unfinished ON entry (wallet, id) WHERE ending IS NULL OR ending = 'unknown'",
        """
        CREATE INDEX entry_followed ON entry (wallet, id)
            WHERE settlement IS NULL AND progress IN ('sent', 'calling', 'calledBack')
        """,
        """
        CREATE INDEX entry_given_up ON entry (wallet, id) WHERE progress = 'signed' AND ending IN ('failed', 'dropped')
        """,
        "CREATE INDEX entry_changed ON entry (wallet, changed)",
        "CREATE INDEX entry_fingerprint ON entry (wallet, fingerprint)",
        "CREATE INDEX entry_recipient ON entry (wallet, lower(recipient), amount) WHERE recipient IS NOT NULL",
        "CREATE INDEX entry_transaction ON entry (wallet, txid) WHERE txid IS NOT NULL",
        "CREATE INDEX entry_bumps ON entry (wallet, bumps) WHERE bumps IS NOT NULL",
        """
        CREATE TABLE input (
            wallet text NOT NULL, entry bigint NOT NULL, place bigint NOT NULL, coin text NOT NULL,
            network text NOT NULL, practice boolean NOT NULL, txid text NOT NULL, vout bigint NOT NULL,
            reserved boolean NOT NULL, PRIMARY KEY (wallet, entry, place),
            FOREIGN KEY (wallet, entry) REFERENCES entry (wallet, id) ON DELETE CASCADE)
        """,
        "CREATE UNIQUE INDEX input_reserved ON input (wallet, coin, network, practice, txid, vout) WHERE reserved",
        "CREATE INDEX input_outpoint ON input (wallet, txid, vout)",
        // The queue. A row is carried out once: its journal entry decides its outcome.
        """
        CREATE TABLE link (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, wallet text NOT NULL REFERENCES wallet (name),
            link text NOT NULL, added timestamptz NOT NULL DEFAULT clock_timestamp(),
            added_by text NOT NULL DEFAULT session_user, not_before timestamptz NOT NULL DEFAULT clock_timestamp(),
            entry bigint, outcome text, note text, ended timestamptz)
        """,
        "CREATE INDEX link_waiting ON link (wallet, id) WHERE outcome IS NULL",
        """
        CREATE TABLE question (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, wallet text NOT NULL REFERENCES wallet (name),
            fence bigint NOT NULL, link bigint NOT NULL, kind text NOT NULL, title text NOT NULL, agree text NOT NULL,
            refuse text NOT NULL, otherwise text, mistake text, asked timestamptz NOT NULL DEFAULT clock_timestamp(),
            expires timestamptz NOT NULL, answer text, answer_text text, answered_by text, answered timestamptz)
        """,
        """
        CREATE TABLE question_text (
            question bigint NOT NULL REFERENCES question (id) ON DELETE CASCADE, kind text NOT NULL, place bigint NOT NULL,
            text text NOT NULL, detail text, PRIMARY KEY (question, kind, place))
        """,
        // An answer is accepted once, with the name of the person who gave it, in time, and only while the worker that
        // asked still waits.
        """
        CREATE FUNCTION question_answer() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF OLD.answer IS NOT NULL THEN RAISE EXCEPTION 'question % was answered by %', OLD.id, OLD.answered_by; END IF;
            IF OLD.expires <= clock_timestamp() THEN RAISE EXCEPTION 'question % is no longer open', OLD.id; END IF;
            IF OLD.fence IS DISTINCT FROM (SELECT fence FROM wallet WHERE name = OLD.wallet AND lease_until IS NOT NULL)
            THEN RAISE EXCEPTION 'the worker that asked question % is gone', OLD.id; END IF;
            NEW.answered_by := session_user;
            NEW.answered := clock_timestamp();
            RETURN NEW;
        END $$
        """,
        """
        CREATE TRIGGER question_answer BEFORE UPDATE ON question FOR EACH ROW EXECUTE FUNCTION question_answer()
        """,
        // The replies to requesting programs, which read them and delete what they have read.
        """
        CREATE TABLE reply (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, wallet text NOT NULL REFERENCES wallet (name),
            scheme text NOT NULL, reply text NOT NULL, given timestamptz NOT NULL DEFAULT clock_timestamp())
        """,
    ]

    private static let workerPrivileges = [
        "SELECT ON schema_version, wallet, entry, input, link, question, question_text, reply",
        "INSERT, UPDATE ON wallet", "SELECT, INSERT, DELETE ON done",
        "INSERT, UPDATE, DELETE ON entry, input", "INSERT ON link, reply, question_text",
        "UPDATE (not_before, entry, outcome, note, ended) ON link",
        // Everything but the answer.
        "INSERT (wallet, fence, link, kind, title, agree, refuse, otherwise, mistake, expires) ON question",
    ]

    private static let approverPrivileges = [
        "SELECT ON schema_version, wallet, link, question, question_text, reply",
        "UPDATE (answer, answer_text) ON question", "SELECT, INSERT ON done",
    ]

    private static let clientPrivileges = [
        "SELECT ON schema_version, wallet", "SELECT, INSERT (wallet, link) ON link", "SELECT, DELETE ON reply",
        "SELECT, INSERT ON done",
    ]
}
