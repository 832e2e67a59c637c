import ExactJSON
import RouterEOSIO
import SchemeRouter

/// A call with parsed names, before its data is packed.
struct NamedCall: Sendable {
    let place: ActionPlace
    let contract: Name
    let name: Name
    let data: JSON
    /// The bytes that the link gives instead of ``data``; nil if it gives none.
    let packed: [UInt8]?

    init(_ call: ActionCall, at place: ActionPlace) throws(ServiceError) {
        self.place = place
        do throws(NameError) {
            contract = try Name(call.contract)
            name = try Name(call.name)
        } catch {
            throw place.unfit(error.message)
        }
        guard contract.value != 0, name.value != 0 else { throw place.unfit("a name is missing") }
        packed = call.packed
        data = try Self.object(call.data, place)
    }

    /// The iOS SDK sends data as the text of a JSON object.
    private static func object(_ data: JSON, _ place: ActionPlace) throws(ServiceError) -> JSON {
        guard let text = data.string else { return data }
        let object: JSON
        do {
            object = try JSON(reading: Array(text.utf8), limits: .link)
        } catch {
            throw place.unfit("its data is text that is not JSON (offset \(error.offset)): \(error.message)")
        }
        guard object.members != nil else { throw place.unfit("its data is text that is not a JSON object") }
        return object
    }
}

/// A packed call, and its bytes read back.
struct PackedCall: Sendable {
    let place: ActionPlace
    let contract: Name
    let name: Name
    let data: [UInt8]
    let value: ABIValue
    /// Whether it was packed and read using an interface built into this program.
    let hasKnownInterface: Bool

    /// Packs using this program's own interface of the contract if it has one, and otherwise the network's. The
    /// network's is never used for a known contract: one that swaps two fields could pay anybody anything, while the
    /// bytes would still read as the person expects.
    /// - Parameter signer: the names that replace the link's placeholders for the signer.
    init(_ call: NamedCall, by interface: ABI?, signer: PermissionLevel) throws(ServiceError) {
        let place = call.place
        guard let interface else { throw place.unfit("the contract does not exist") }
        let known = KnownInterfaces.interface(of: call.contract)
            .flatMap { $0.actionNames.contains(call.name) ? $0 : nil }
        let type: ABIType
        do { type = try (known ?? interface).type(ofAction: call.name) } catch { throw place.unfit(error.message) }
        data = try Self.bytes(of: call, by: type, signer)
        hasKnownInterface = known != nil
        if hasKnownInterface, !Self.agrees(interface, with: type, call, data) {
            throw ServiceError(
                .refusedByCheck, "The network's interface of \(call.contract) differs from the contract's own.",
                hint: "Nothing was signed. The node may be lying: name another node in config.yaml.")
        }
        // Both directions use the same type, so a difference would be a bug here; in any case, what is shown is what
        // the bytes say.
        do { value = try type.unpack(data) } catch { throw place.unfit(error.message, at: error.path) }
        self.place = place
        contract = call.contract
        name = call.name
    }

    private static func bytes(
        of call: NamedCall, by type: ABIType, _ signer: PermissionLevel
    ) throws(ServiceError) -> [UInt8] {
        guard let packed = call.packed else {
            do { return try type.pack(call.data) } catch { throw call.place.unfit(error.message, at: error.path) }
        }
        let value: ABIValue
        do { value = try type.unpack(packed) } catch { throw call.place.unfit(error.message, at: error.path) }
        guard value.packed == packed else { throw call.place.unfit("its bytes are not in canonical form") }
        return value.resolved(for: signer).packed
    }

    /// Whether the network's interface packs a call to the same bytes as this program's own.
    private static func agrees(_ interface: ABI, with own: ABIType, _ call: NamedCall, _ data: [UInt8]) -> Bool {
        guard let type = try? interface.type(ofAction: call.name) else { return false }
        guard call.packed == nil else {
            guard let theirs = try? type.unpack(data), let ours = try? own.unpack(data) else { return false }
            return theirs == ours
        }
        return (try? type.pack(call.data)) == data
    }
}
