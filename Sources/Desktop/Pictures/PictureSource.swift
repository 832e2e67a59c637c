import Glibc
import RouterDialogue
import RouterLinux
import SchemeRouter

/// Where a picture comes from.
package enum PictureSource: Sendable, Equatable {
    /// A file, by its path.
    case file(String)
    /// The picture on the clipboard.
    case clipboard
    /// A picture of the screen, of which the person chooses a part.
    case screen

    /// It in a sentence.
    package var text: String {
        switch self {
        case .file(let path): Quoted(path.pathNames.last ?? path, limit: 80).description
        case .clipboard: "the picture on the clipboard"
        case .screen: "the picture of the screen"
        }
    }

    /// The codes in the picture, in reading order.
    /// - Parameters:
    ///   - environment: the variables of this process.
    ///   - report: says where a picture stays that the desktop made.
    /// - Throws: ``ServiceError/Code/noPicture`` if something is not installed that is needed,
    ///   ``ServiceError/Code/unreadablePicture`` if the picture is not read, ``PromptError/refused`` if the person gave none.
    package func codes(
        _ environment: [String: String], report: (String) -> Void
    ) throws -> [PictureCode] {
        // First: nobody should choose a part of the screen for nothing.
        let scanner = try Scanner.installed()
        return try scanner.codes(in: try picture(environment, report), self)
    }

    private func picture(_ environment: [String: String], _ report: (String) -> Void) throws -> [UInt8] {
        switch self {
        case .file(let path): return try read(path)
        case .clipboard: return try ClipboardPicture(environment).picture()
        case .screen:
            let path = try ScreenPicture.path(environment)
            report("The desktop keeps its picture of the screen: \(Quoted.word(path))")
            return try read(path)
        }
    }

    private func read(_ path: String) throws(ServiceError) -> [UInt8] {
        // Not blocking: a pipe that nobody writes to is refused, too.
        let file = path.utf8.contains(0) ? -1 : Linux.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            throw unreadable(
                .file, "cannot be opened: \(path.utf8.contains(0) ? "it has no valid name" : Linux.strerror(errno)).")
        }
        defer { close(file) }
        guard let status = Linux.fstat(file), status.kind == S_IFREG else {
            throw unreadable(.file, "is not a file.")
        }
        guard status.st_size <= PictureLimits.bytes else { throw unreadable(.tooLarge, "is larger than 32 MiB.") }
        guard let bytes = Linux.readAll(file, limit: PictureLimits.bytes, expected: Int(status.st_size)),
            bytes.count <= PictureLimits.bytes
        else { throw unreadable(.file, "cannot be read whole.") }
        return bytes
    }

    /// Why a picture is not read.
    enum Reason: String {
        case file = "unreadableFile"
        case empty = "emptyFile"
        case format = "unsupportedFormat"
        case tooLarge, animated, broken, tooManyCodes, tooSlow
    }

    /// - Parameter what: the end of a sentence about the picture.
    func unreadable(_ reason: Reason, _ what: String) -> ServiceError {
        let hint =
            switch reason {
            case .file, .empty: "Name a PNG or JPEG file, such as a screenshot."
            case .format: "Save it as PNG, or make a screenshot of it."
            case .tooLarge, .tooManyCodes, .tooSlow: "Cut out the part with the QR code, and try again."
            case .animated: "Make a screenshot of the moment with the QR code."
            case .broken: "Download or save it again, or make a screenshot of it."
            }
        let name = text.first == "t" ? "T" + text.dropFirst() : text
        return ServiceError(.unreadablePicture, "\(name) \(what)", hint: hint, reason: reason.rawValue)
    }
}
