import RouterDesktop
import RouterNetworkBackend
import SchemeRouter

extension DoctorExamination {
    /// What snapd does with links of browsers that are snaps; nil if there is none.
    var snaps: HealthCheck? {
        guard let browsers = SnapBrowsers() else { return nil }
        let names = browsers.names.joined(separator: ", ").printable
        guard let version = browsers.version?.printable, let passesOn = browsers.passLinksOn else {
            return HealthCheck(
                "snap", .warning,
                "These browsers are snaps: \(names). The version of snapd is unknown; before 2.55 it drops links of wallets.",
                advice: "“snap version” shows it. “router open -” in a terminal takes a link that you paste.")
        }
        guard passesOn else {
            return HealthCheck(
                "snap", .warning,
                "These browsers are snaps: \(names). snapd \(version) drops their links of all schemes but a few, so a click in "
                    + "them reaches no wallet.",
                advice: "Update snapd to 2.55 or newer, or install the browser in another way.")
        }
        return HealthCheck(
            "snap", .good, "These browsers are snaps: \(names). snapd \(version) passes their links on to xdg-open.")
    }

    /// What is odd about links under one desktop; nil if nothing is.
    /// - Parameter desktops: the names in `XDG_CURRENT_DESKTOP`.
    static func oddity(of desktops: [String]) -> (text: String, advice: String)? {
        let names = desktops.map { $0.uppercased() }
        let advice = "Ask the site for scheme:key=value, or copy the link and paste it into “router open -”."
        if names.contains("KDE") {
            return (
                "Under KDE links of the form scheme://key=value reach no wallet: a web browser opens them as the address of a "
                    + "web site.", advice
            )
        }
        if names.contains("LXQT") {
            return (
                "LXQt's opener starts the wallet for links of the form scheme://key=value, but without the link, because Qt "
                    + "takes them for no address.", advice
            )
        }
        return nil
    }
}
