/// A dapp for the command line. If it is started with a link of its scheme, it passes the link to the waiting instance.
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
