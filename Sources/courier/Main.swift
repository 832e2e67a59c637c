import RouterCourierProgram

/// `courier`: opens the sockets for `router`.
@main
enum Main {
    static func main() {
        Courier.run()
    }
}
