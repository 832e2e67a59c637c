import SchemeRouter

extension DesktopRegistration {
    /// Records another program as the previous handler of a scheme, so that links which are handed over go to it first.
    /// Unregistering still restores what was there originally.
    ///
    /// Throws `ServiceError/Code/refusedByPolicy` if we are not registered for the scheme: then the desktop itself
    /// decides.
    public func using(_ id: String, for scheme: RegistrableScheme) throws(ServiceError) -> RegistrationChange {
        var files = try files()
        let types = scheme.types.filter { files.record.types[$0] != nil }
        guard !types.isEmpty else {
            throw ServiceError(
                .refusedByPolicy,
                "This program is not registered for “\(scheme.name):” links, so it receives none to hand over.",
                hint: "Register first: “router register --scheme \(scheme.name)”.")
        }
        for type in types { files.record.types[type]?.opener = id }
        var transaction = FileTransaction()
        transaction.write(files.record.bytes, to: recordPath, replacing: files.recordBytes, mode: 0o600)
        return RegistrationChange(
            schemes: [scheme], skipped: [], taken: [], entry: nil, transaction: transaction)
    }
}
