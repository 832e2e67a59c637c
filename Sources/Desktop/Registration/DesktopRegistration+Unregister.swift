import SchemeRouter

extension DesktopRegistration {
    /// What undoing the registration would change. Types that another program has meanwhile taken first place for are
    /// left alone.
    /// - Parameters:
    ///   - schemes: the schemes; nil for everything that was registered, whether or not descriptors still describe it.
    ///   - known: all schemes of the descriptors, to name what is undone.
    ///   - force: whether to remove a file with the name of our entry even if we did not create it.
    public func unregistering(
        _ schemes: [RegistrableScheme]?, known: [RegistrableScheme], force: Bool
    ) throws(ServiceError) -> RegistrationChange {
        var files = try files()
        let own = files.list.ownKeys.filter(RegistrableScheme.isType)
        let everything = Set(own).union(files.types).union(files.record.types.keys)
        let types = schemes.map { Set($0.flatMap(\.types)).intersection(everything) } ?? everything

        for type in types.sorted() {
            let before = files.record.types.removeValue(forKey: type)
            guard own.contains(type) else { continue }
            files.list.remove(from: type, hadLine: before?.hadLine ?? false)
            // Other programs rewrite the list, and may have dropped what followed our entry.
            if files.list.value(of: type) == nil, let value = before?.value, openers.isAnyPresent(in: value) {
                files.list.insertLine(type, value: value)
            }
        }
        if files.record.types.isEmpty, files.record.madeGroup { files.list.removeEmptyGroup() }

        let remaining = files.types.filter { !types.contains($0) }
        var entry: String?
        if !remaining.isEmpty, let path = files.entry?.tryExec {
            entry = try DesktopRegistrationPlan.entry(executable: path, types: remaining)
        }
        return change(
            to: files, entry: entry,
            removesEntry: remaining.isEmpty && (files.isEntryOurs || (force && schemes == nil)), removesTypes: true,
            schemes: known.filter { !types.isDisjoint(with: $0.types) })
    }
}
