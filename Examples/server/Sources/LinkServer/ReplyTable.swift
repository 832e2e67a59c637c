import PostgresJournal
import SchemeRouter

/// Delivers replies through a table, from which the requesting programs fetch them.
struct ReplyTable: Launcher, ReceiverMemory {
    let lease: Lease
    /// Schemes of the programs that get replies.
    let schemes: Set<String>

    private static let program = ReceivingProgram(
        name: "The table of replies", desktopEntry: "postgresql:reply", executable: "postgresql:reply",
        fileIdentity: "reply")

    func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? {
        schemes.contains(scheme) ? Self.program : nil
    }

    /// Writes the reply, unless another worker took over the wallet: a worker that was stopped before this writes
    /// nothing when it resumes.
    func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        do throws(ServiceError) {
            try lease.write { (connection) throws(DatabaseError) in
                try connection.run(
                    "INSERT INTO reply (wallet, scheme, reply) VALUES ($1, $2, $3)", .text(lease.wallet), .text(scheme),
                    .text(callback))
            }
        } catch { throw .failed(error.message) }
    }

    func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? { KnownReceiver(Self.program) }
    func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {}
    /// There is no other.
    func agreed(_ entry: Int64) throws(ServiceError) -> AgreedReceiver? { AgreedReceiver(Self.program) }
}
