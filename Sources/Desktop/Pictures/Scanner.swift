import RouterDialogue
import RouterLinux
import SchemeRouter

/// `scanner`, the program that decodes pictures and finds codes in them (Documentation/window.md).
///
/// A picture is a stranger's bytes in the hands of much C code. So it is decoded in a process of its own, which can compute and
/// nothing else; all that comes back is the text of the codes.
struct Scanner {
    private let path: String
    private let limits: Limits

    /// What decoding may take.
    struct Limits {
        /// Of the whole: more than the processor time below takes on a busy computer.
        var time = Duration.seconds(120)
        var program = {
            var limits = ConfinedProgram.Limits()
            limits.data = 512 << 20
            limits.seconds = 10
            (limits.threads, limits.descriptors) = (4, 16)
            return limits
        }()
    }

    init(path: String, limits: Limits = Limits()) {
        (self.path, self.limits) = (path, limits)
    }

    /// Throws ``ServiceError/Code/noPicture`` if it is not installed where it belongs, or cannot be trusted (S7).
    static func installed() throws(ServiceError) -> Scanner {
        let path = ProgramPath.current.flatMap { WindowProgram.file("scanner", besides: $0) }
        guard let path else {
            throw ServiceError(
                .noPicture, "Reading pictures needs a program that is not installed, or that others could change.",
                hint: "Install the package schemerouter-window, or install it anew.", reason: "scanner")
        }
        return Scanner(path: path)
    }

    /// The codes in a picture.
    func codes(in picture: [UInt8], _ source: PictureSource) throws(ServiceError) -> [PictureCode] {
        guard !picture.isEmpty else { throw source.unreadable(.empty, "is empty.") }
        switch PictureFormat(of: picture) {
        case .png, .jpeg: break
        case .other(let name): throw source.unreadable(.format, "is \(name); only PNG and JPEG are read.")
        case nil: throw source.unreadable(.format, "is not a picture: only PNG and JPEG are read.")
        }
        guard let line = try answer(to: picture), let report = PictureReport(line: line) else {
            throw source.unreadable(
                .tooSlow, "could not be searched for QR codes: the program that does that ended without an answer.")
        }
        switch report {
        case .codes(let codes): return codes
        case .unreadable(.animated): throw source.unreadable(.animated, "moves; only single pictures are read.")
        case .unreadable(.broken):
            throw source.unreadable(.broken, "is damaged, cut off, or of a kind of PNG or JPEG that is not read.")
        case .unreadable(.tooLarge): throw source.unreadable(.tooLarge, "has more than 64 million pixels.")
        case .unreadable(.noMemory): throw source.unreadable(.tooLarge, "needs more memory than it may take.")
        case .unreadable(.tooManyCodes):
            throw source.unreadable(.tooManyCodes, "has more than \(PictureLimits.codes) QR codes.")
        }
    }

    /// The line that it answers; nil if none came in time.
    private func answer(to picture: [UInt8]) throws(ServiceError) -> [UInt8]? {
        let program = try rethrowing(
            try ConfinedProgram(
                path, readable: ["/etc/ld.so.cache", "/dev/null", "/dev/urandom"],
                executable: ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"], limits: limits.program)
        ) { (error: ConfinedProgram.StartError) in
            ServiceError(
                .noPicture, "The program that reads pictures cannot be confined, so it was not started: \(error).",
                hint: "Pictures are only read where the kernel can keep that program from everything else.",
                reason: "scanner")
        }
        let deadline = Deadline(in: limits.time)
        var rest = (Array("\(picture.count)\n".utf8) + picture)[...]
        while !rest.isEmpty {
            guard let count = program.writeSome(rest.span) else { break }
            rest = rest.dropFirst(count)
            if count == 0, (try? deadline.wait(forWriting: program.stream)) != true { return nil }
        }
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while answer.count <= PictureReport.longest {
            guard let count = program.readSome(into: &chunk) else {
                guard (try? deadline.wait(forReading: program.stream)) == true else { return nil }
                continue
            }
            guard count > 0 else { return nil }
            answer += chunk[..<count]
            if let end = answer.firstIndex(of: 0x0A) { return Array(answer[..<end]) }
        }
        return nil
    }
}
