import Glibc
import RouterLinux
import RouterProcesses
import SchemeRouter

/// A small text file of the person's own that several processes change, one line per record.
///
/// Readers must ignore an incomplete line: the disk may have been full, or the power failed.
struct SharedLines: Sendable {
    let path: String
    /// The longest file that is read, in bytes.
    let longest: Int
    /// What the file does, for messages: “counts links”.
    let purpose: String

    /// Changes the lines. Waits for other processes that are changing them, which takes only moments.
    func change(_ body: ([Substring]) -> [String]) throws(ServiceError) {
        let file = try rethrowing(try OwnedDescriptor.ownFile(path)) { (error: SystemError) in
            refusal("cannot be used: \(error)")
        }
        while flock(file.number, LOCK_EX) != 0 {
            guard errno == EINTR else { throw refusal("cannot be locked: \(SystemError.last)") }
        }
        guard let bytes = Linux.readAll(file.number, limit: longest) else {
            throw refusal("cannot be read: \(SystemError.last)")
        }
        let before = String(decoding: bytes, as: UTF8.self)
        // One by one: joining texts costs 200,000 instructions at its first use.
        var after: [UInt8] = []
        for line in body(before.split(separator: "\n")) {
            after += line.utf8
            after.append(UInt8(ascii: "\n"))
        }
        guard after != bytes else { return }
        lseek(file.number, 0, SEEK_SET)
        guard Linux.writeAll(file.number, after.span), ftruncate(file.number, off_t(after.count)) == 0 else {
            throw refusal("cannot be written: \(SystemError.last)")
        }
    }

    private func refusal(_ problem: String) -> ServiceError {
        ServiceError(
            .cannotWrite, "The file \(path), which \(purpose), \(problem).",
            hint: "Nothing was done. Check your write permission.")
    }
}
