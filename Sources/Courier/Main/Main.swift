import RouterCourierProgram

/// `courier`: opens the sockets of `router`.
@main
enum Main {
    static func main() {
        Courier.run()
    }
}
