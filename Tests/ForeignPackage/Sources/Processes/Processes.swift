/// A part of somebody else’s program.
public enum OwnProcesses {
    /// Its name.
    public static let name = "Processes"
}
