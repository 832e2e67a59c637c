/// A part of somebody else’s program.
public enum OwnElectrum {
    /// Its name.
    public static let name = "Electrum"
}
