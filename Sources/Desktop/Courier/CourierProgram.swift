/// The program that opens the sockets.
public enum CourierProgram {
    /// Its file: beside the file that this process runs, as it is installed; nil where that cannot be told. It is never
    /// looked up in `PATH`, which whoever starts a link's handler chooses.
    public static var path: String? {
        guard let own = ProgramPath.current, let end = own.lastIndex(of: "/") else { return nil }
        return own[...end] + "courier"
    }
}
