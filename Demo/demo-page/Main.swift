import Glibc
import RouterDemoPage
import RouterLinux
import SchemeRouter

/// The page of `router demo-page`, which starts this program: `demo-page [--pinentry PROGRAM] [--schemes FILE]`.
///
/// It is a separate program so that the process with the wallet never opens a socket.
@main
enum Main {
    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        var values: [String: String] = [:]
        while let name = arguments.popFirst() {
            guard ["--pinentry", "--schemes"].contains(name), let value = arguments.popFirst(), value.hasPrefix("/")
            else {
                fail("usage: demo-page [--pinentry /PROGRAM] [--schemes /FILE]", code: 64)
            }
            values[name] = value
        }
        guard let own = Linux.realpath("/proc/self/exe") else { fail("error: /proc is not mounted", code: 70) }
        let programs = own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        do {
            let page = DemoPage(
                programs: programs, pinentry: values["--pinentry"], schemes: values["--schemes"])
            try page.run(environment: Linux.environment()) { put($0 + "\n", on: STDOUT_FILENO) }
        } catch DemoError.interrupted {
            exit(130)
        } catch DemoError.refused(let reason) {
            fail("error: \(reason)", code: 73)
        } catch DemoError.router(let reason) {
            fail("error: \(reason)", code: 70)
        } catch let error as DescriptorErrors {
            fail(error.text, code: 78)
        } catch {
            fail("error: \(error)", code: 70)
        }
    }

    private static func put(_ text: String, on descriptor: Int32) {
        let bytes = Array(text.utf8)
        Linux.write(descriptor, bytes)
    }

    private static func fail(_ text: String, code: Int32) -> Never {
        put(text + "\n", on: STDERR_FILENO)
        exit(code)
    }
}
