import Foundation
import Glibc
import RouterTestSupport
import Testing

/// A real Firefox without a window, with a profile of its own, driven by its Marionette protocol over a local socket.
final class Firefox {
    private let program: RunningProgram
    private let page: LinkPage
    private let connection: Int32
    private var received = Data()
    private var lastNumber = 0

    /// Opens `page`, whose links the person has allowed to be opened: the page may start programs, and each scheme goes to
    /// the desktop's program without another question. Both are what the check boxes of Firefox's dialogues set.
    init(showing page: LinkPage, in home: DesktopHome) throws {
        self.page = page
        let profile = home.path + "/profile"
        try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: true)
        try home.write(
            "profile/user.js",
            """
            user_pref("marionette.port", 0);
            user_pref("datareporting.policy.dataSubmissionEnabled", false);
            user_pref("browser.shell.checkDefaultBrowser", false);
            user_pref("network.captive-portal-service.enabled", false);

            """)
        let options = [
            "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile,
        ]
        program = try home.start([try Installed.require("firefox-esr")] + options + ["about:blank"], ["DISPLAY": ":99"])
        let port = try #require(
            Patience.value { UInt16(home.text("profile/MarionetteActivePort")) }, "Firefox does not start")
        connection = try Self.connect(to: port)
        _ = try nextMessage()
        try call("WebDriver:NewSession", ["capabilities": [String: String]()])
        try call("Marionette:SetContext", ["value": "chrome"])
        try run(Self.permission, [page.origin, ["dashwallet", "dash", "mykey", "myapp", "app1", "my-app.x+y"]])
        try call("Marionette:SetContext", ["value": "content"])
        try load()
    }

    deinit {
        program.end()
        close(connection)
    }

    /// Loads the page anew. The page of an error that is still on its way makes the first attempt fail.
    func load() throws {
        var failure: (any Error)?
        for _ in 1...5 {
            do {
                return try call("WebDriver:Navigate", ["url": page.origin + "/"])
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Makes `link` the page's link and clicks on it as a person does.
    func click(_ link: String) throws {
        try run("document.getElementById('link').setAttribute('href', arguments[0])", [link])
        let steps: [[String: Any]] = [
            ["type": "pointerMove", "x": 50, "y": 50, "duration": 0], ["type": "pointerDown", "button": 0],
            ["type": "pointerUp", "button": 0],
        ]
        let mouse: [String: Any] = [
            "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"], "actions": steps,
        ]
        try call("WebDriver:PerformActions", ["actions": [mouse]])
    }

    /// What Firefox says of a command that it did not do.
    private struct Refusal: Error {
        let command: String
        let answer: String
    }

    private static let permission = """
        const [origin, schemes] = arguments;
        const owner = Services.scriptSecurityManager.createContentPrincipalFromOrigin(origin);
        const protocols = Cc["@mozilla.org/uriloader/external-protocol-service;1"].getService(Ci.nsIExternalProtocolService);
        const handlers = Cc["@mozilla.org/uriloader/handler-service;1"].getService(Ci.nsIHandlerService);
        for (const scheme of schemes) {
            Services.perms.addFromPrincipal(owner, "open-protocol-handler^" + scheme, Services.perms.ALLOW_ACTION);
            const handler = protocols.getProtocolHandlerInfo(scheme);
            handler.preferredAction = Ci.nsIHandlerInfo.useSystemDefault;
            handler.alwaysAskBeforeHandling = false;
            handlers.store(handler);
        }
        """

    private func run(_ script: String, _ arguments: [Any]) throws {
        try call("WebDriver:ExecuteScript", ["script": script, "args": arguments, "sandbox": "system"])
    }

    /// Sends one command, `[0, number, name, parameters]`, and waits for its result, `[1, number, error, result]`.
    private func call(_ command: String, _ parameters: [String: Any]) throws {
        lastNumber += 1
        let message = try JSONSerialization.data(withJSONObject: [0, lastNumber, command, parameters])
        let bytes = Array("\(message.count):".utf8) + Array(message)
        unsafe try #require(send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
        let answer = try nextMessage().elements
        try #require(answer.count == 4 && answer[1] == .number(Int64(lastNumber)), "\(command): \(answer)")
        if answer[2] != .null { throw Refusal(command: command, answer: "\(answer[2])") }
    }

    /// One message: its length in decimal digits, a colon, and JSON.
    private func nextMessage() throws -> JSONValue {
        while true {
            if let colon = received.firstIndex(of: UInt8(ascii: ":")),
                let length = Int(String(decoding: received[..<colon], as: UTF8.self)),
                received.count >= colon + 1 + length
            {
                defer { received = Data(received[(colon + 1 + length)...]) }
                return try JSONValue(parsing: received[(colon + 1)..<(colon + 1 + length)])
            }
            var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            unsafe try #require(
                poll(&waiting, 1, Patience.milliseconds) == 1, "Firefox does not answer: \(program.printed)")
            var piece = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe recv(connection, &piece, piece.count, 0)
            try #require(count > 0, "Firefox is gone: \(program.printed)")
            received += piece[..<count]
        }
    }

    private static func connect(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        try #require(isConnected, "Firefox does not listen")
        return descriptor
    }
}
