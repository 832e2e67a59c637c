import SchemeRouter

/// MYKEY's schemes, until its plugin answers.
public enum MYKEY {
    /// What MYKEY links are told.
    public static let reservation = SchemeReservation(
        schemes: ["mykey", "simplewallet"],
        answer: "MYKEY and SimpleWallet links are recognised, but not supported by this version yet.")
}
