import CFuzzer
import Glibc

/// `fuzz TARGET [libFuzzer's arguments]`, `fuzz list`.
@main
enum Main {
    static func main() {
        let arguments = CommandLine.arguments
        if arguments.dropFirst().elementsEqual(["list"]) {
            for target in targets { print(target.name) }
            exit(0)
        }
        guard let target = chosen else {
            print("usage: fuzz TARGET [ARGUMENT...]\n       fuzz list")
            exit(64)
        }
        // The name of the target is not libFuzzer's to read.
        let rest = [arguments[0], "-max_len=\(target.longest)"] + arguments.dropFirst(2)
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
        let name = CommandLine.arguments.dropFirst().first
        return targets.first { $0.name == name }
    }()
}
