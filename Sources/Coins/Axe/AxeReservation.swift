import SchemeRouter

/// Axe's schemes, until its plugin pays.
public enum Axe {
    /// What Axe links are told.
    public static let reservation = SchemeReservation(
        schemes: ["axewallet", "axe"], answer: "Axe links are recognised, but not supported by this version yet.")
}
