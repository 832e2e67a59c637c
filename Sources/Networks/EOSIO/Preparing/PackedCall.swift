import ExactJSON
import RouterEOSIO
import SchemeRouter

/// A call whose names are read, before its data is packed.
struct NamedCall: Sendable {
    let place: ActionPlace
    let contract: Name
    let name: Name
    let data: JSON

    init(_ call: ActionCall, at place: ActionPlace) throws(ServiceError) {
        self.place = place
        do throws(NameError) {
            contract = try Name(call.contract)
            name = try Name(call.name)
        } catch {
            throw place.unfit(error.message)
        }
        guard contract.value != 0, name.value != 0 else { throw place.unfit("a name is missing") }
        data = try Self.object(call.data, place)
    }

    /// The SDK for iOS gives data as the text of an object.
    private static func object(_ data: JSON, _ place: ActionPlace) throws(ServiceError) -> JSON {
        guard let text = data.string else { return data }
        let object: JSON
        do {
            object = try JSON(reading: Array(text.utf8), limits: .link)
        } catch {
            throw place.unfit("its data is a text that is not JSON (offset \(error.offset)): \(error.message)")
        }
        guard object.members != nil else { throw place.unfit("its data is a text that is not a JSON object") }
        return object
    }
}

/// A call with its bytes, and what they say when they are read back.
struct PackedCall: Sendable {
    let place: ActionPlace
    let contract: Name
    let name: Name
    let data: [UInt8]
    let value: ABIValue
    /// Whether it was packed and read by an interface that this program has itself.
    let hasKnownInterface: Bool

    /// Packs by this program's own interface of the contract if it has one, and otherwise by the network's. The
    /// network's is never used for a known contract: one that swaps two fields could pay anybody anything, while the
    /// bytes would still read as the person expects.
    init(_ call: NamedCall, by interface: ABI?) throws(ServiceError) {
        let place = call.place
        guard let interface else { throw place.unfit("there is no such contract") }
        let known = KnownInterfaces.interface(of: call.contract)
            .flatMap { $0.actionNames.contains(call.name) ? $0 : nil }
        let type: ABIType
        do { type = try (known ?? interface).type(ofAction: call.name) } catch { throw place.unfit(error.message) }
        do { data = try type.pack(call.data) } catch { throw place.unfit(error.message, at: error.path) }
        hasKnownInterface = known != nil
        if hasKnownInterface, (try? interface.type(ofAction: call.name).pack(call.data)) != data {
            throw ServiceError(
                .refusedByCheck, "The network’s interface of \(call.contract) differs from the contract’s own.",
                hint: "Nothing was signed. The node may be lying: name another one in config.yaml.")
        }
        // By the same type, so what differs would be a mistake of this program; what is shown are the bytes all the same.
        do { value = try type.unpack(data) } catch { throw place.unfit(error.message, at: error.path) }
        self.place = place
        contract = call.contract
        name = call.name
    }
}
