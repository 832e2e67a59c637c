import Glibc

/// A prompt program for demonstrations: it speaks the pinentry protocol, agrees to everything, and types the passcode
/// from a file, or an amount if one is requested. It protects nothing, so it is not part of the router, and says so in
/// every dialogue that it records.
///
///     demo-prompt PASSCODE-FILE DIALOGUE-FILE
@main
enum Main {
    /// The amount that the script pays if the link leaves it to the person, in whole coins.
    private static let amount = "0.25"

    static func main() {
        guard CommandLine.arguments.count == 3, let passcode = contents(of: CommandLine.arguments[1]),
            case let record = unsafe open(CommandLine.arguments[2], O_WRONLY | O_APPEND | O_CREAT, 0o600), record >= 0
        else { exit(64) }
        reply("OK demo-prompt: a script answers here, not a person")
        var (asksAmount, asksNumber, asksWord) = (false, false, false)
        while let line = readLine() {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            let argument = parts.count > 1 ? decode(parts[1]) : ""
            switch parts.first {
            case "SETDESC": put(argument + "\n", on: record)
            case "SETOK": put("[\(argument)] ", on: record)
            case "SETPROMPT":
                asksAmount = argument.hasPrefix("Amount")
                asksNumber = argument.hasPrefix("1, 2")
                asksWord = argument.hasPrefix("Type yes")
            case "GETPIN":
                let word = asksAmount ? amount : asksNumber ? "1" : asksWord ? "yes" : nil
                put("– the script types \(word ?? "the passcode")\n\n", on: record)
                reply("D " + (word ?? passcode))
            case "CONFIRM", "MESSAGE": put("– the script agrees\n\n", on: record)
            case "GETINFO": reply("D demo")
            case "BYE":
                reply("OK")
                return
            default: break
            }
            reply("OK")
        }
    }

    /// Writes a line at once, because the other side waits for it.
    private static func reply(_ line: String) {
        put(line + "\n", on: STDOUT_FILENO)
    }

    private static func put(_ text: String, on descriptor: Int32) {
        let bytes = Array(text.utf8)
        _ = unsafe write(descriptor, bytes, bytes.count)
    }

    private static func contents(of path: String) -> String? {
        guard let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe fclose(file) }
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func decode(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
