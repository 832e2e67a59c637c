import SchemeRouter

/// The file of the ``AddressMarks``. No money is lost with it: if it is missing or damaged, the marks start over, and
/// searches within BIP44's gap do not need them. Whoever can change it can move the next addresses behind that gap, where
/// only a longer search finds them (`--gap`).
struct MarksFile: Sendable {
    let directory: String
    let file: PrivateFile

    /// The marks; none if there is no complete file.
    func read() -> AddressMarks {
        guard let bytes = try? file.read(limit: AddressMarks.longestFile) else { return AddressMarks() }
        return AddressMarks(reading: bytes) ?? AddressMarks()
    }

    /// Raises a mark, keeping what other processes raised meanwhile. Writes the file only if something changes.
    func raise(_ place: AddressMarks.Place, to mark: AddressMarks.Mark) throws(ServiceError) {
        let known = read()[place]
        guard known.raised(to: mark) != known else { return }
        try DirectoryLock.holding(directory) { () throws(ServiceError) in
            var marks = read()
            if marks.raise(place, to: mark) { try file.replace(with: marks.bytes) }
        }
    }
}
