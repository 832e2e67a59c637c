/// A dapp for the command line. Started with a link of its scheme, it hands that to the instance that waits for it.
@main
enum Main {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.count == 1, let link = arguments.first, let scheme = CallbackInbox.scheme(of: link) {
            do {
                try CallbackInbox.deliver(link, scheme: scheme)
            } catch {
                Output.end("\(error)", status: 1)
            }
        } else {
            await MYKEYDappCommand.main()
        }
    }
}
