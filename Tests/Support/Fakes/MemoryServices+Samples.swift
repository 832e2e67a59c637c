import SchemeRouter
import SchemeRouterTesting

/// Tests have many prompts whose answers are given.
public typealias FakePrompt = MemoryPrompt

extension MemoryReceivers {
    /// A memory of these programs, where the person agreed to the demo program for every entry that is older.
    public static func demo(_ known: [String: KnownReceiver] = [:]) -> MemoryReceivers {
        MemoryReceivers(known, agreed: AgreedReceiver(.demo))
    }
}

extension MemoryLauncher {
    /// A desktop where the demo program has every scheme.
    public static func demo(
        refusing refusal: LaunchError? = nil, notFinding notFound: LaunchError? = nil
    ) -> MemoryLauncher {
        MemoryLauncher(refusing: refusal, notFinding: notFound) { _ in .demo }
    }
}

extension MemoryServers {
    /// Servers that confirm receipt after these responses.
    public static func confirming(_ first: [Result<NetworkAnswer, NetworkError>] = []) -> MemoryServers {
        MemoryServers(first, answering: answer(#"{"code":0,"message":""}"#))
    }

    public static func answer(_ body: String, status: Int = 200) -> NetworkAnswer {
        NetworkAnswer(status: status, headers: [], body: Array(body.utf8))
    }
}

extension WalletProgram {
    /// A program of that name.
    public static func example(
        _ name: String, takes schemes: [String], origin: Origin = .entry
    ) -> WalletProgram {
        WalletProgram(
            id: "\(name).desktop",
            program: ReceivingProgram(
                name: name, desktopEntry: "/apps/\(name).desktop", executable: "/usr/bin/\(name)",
                fileIdentity: name), container: nil, schemes: schemes, origin: origin,
            source: "/apps/mimeinfo.cache")
    }
}
