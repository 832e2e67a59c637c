/// A part of somebody else’s program.
public enum OwnBytes {
    /// Its name.
    public static let name = "Bytes"
}
