import CFuzzer
import Glibc

/// `fuzz TARGET [libFuzzer's arguments]`, `fuzz list`.
@main
enum Main {
    /// Names the target for processes that libFuzzer starts, because it passes only its own arguments.
    private static let variable = "FUZZ_TARGET"

    static func main() {
        let arguments = CommandLine.arguments
        if arguments.dropFirst().elementsEqual(["list"]) {
            for target in targets { print(target.name) }
            exit(0)
        }
        let named = targets.first { $0.name == arguments.dropFirst().first }
        if let named { setenv(variable, named.name, 1) }
        guard let target = chosen else {
            print("usage: fuzz TARGET [ARGUMENT...]\n       fuzz list")
            exit(64)
        }
        let rest = [arguments[0], "-max_len=\(target.longest)"] + arguments.dropFirst(named == nil ? 1 : 2)
        // libFuzzer keeps the addresses until the process ends.
        var words: [UnsafeMutablePointer<CChar>?] = rest.map { strdup($0) } + [nil]
        var count = CInt(rest.count)
        exit(
            words.withUnsafeMutableBufferPointer { words in
                var start = words.baseAddress
                return LLVMFuzzerRunDriver(&count, &start) { bytes, size in
                    Main.chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
                    return 0
                }
            })
    }

    private static let chosen: Target? = {
        guard let name = getenv(variable).map({ String(cString: $0) }) else { return nil }
        return targets.first { $0.name == name }
    }()
}
