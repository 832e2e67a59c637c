import RouterConnections
import Testing

@testable import RouterCourierProgram

@Suite struct AddressTests {
    private static let nowhere = AddressPolicy(networks: [], hosts: [])

    /// First and last address of each range that is not public.
    static let refused = [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.0",
        "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255", "172.16.0.0",
        "172.31.255.255", "192.0.0.0", "192.0.0.255", "192.0.2.1", "192.88.99.1", "192.168.0.0", "192.168.255.255",
        "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.0", "239.255.255.255", "240.0.0.0",
        "255.255.255.255", "::", "::1", "::2", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8",
        "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:1ff:ffff::1", "2001:db8::1",
        "2002:7f00:1::1", "3fff::1", "4000::1", "fc00::1", "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff00::1",
        "ff02::1",
        "ffff::1",
    ]

    @Test("no address that is not public is connected to unless allowed (S7)", arguments: refused)
    func special(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(Self.nowhere.objection(to: address, of: "node.example") != nil)
        let own = AddressPolicy(networks: [try #require(AddressRange(text))], hosts: [])
        #expect(own.objection(to: address, of: "node.example") == nil)
        let named = AddressPolicy(networks: [], hosts: ["node.example"])
        #expect(named.objection(to: address, of: "node.example") == nil)
        #expect(named.objection(to: address, of: "other.example") != nil)
    }

    @Test(
        "the neighbours of those ranges are public",
        arguments: [
            "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0",
            "192.167.255.255",
            "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2000::1", "2001:200::1",
            "2001:db7:ffff::1",
            "2001:db9::1", "2003::1", "2606:4700::1111", "3ffe::1", "64:ff9b::808:808",
        ])
    func publicAddresses(_ text: String) throws {
        #expect(Self.nowhere.objection(to: try #require(IPAddress(text)), of: "node.example") == nil)
    }

    @Test("a network is read only in full")
    func ranges() throws {
        let range = try #require(AddressRange("10.32.0.0/11"))
        #expect(range.contains(try #require(IPAddress("10.63.255.255"))))
        #expect(!range.contains(try #require(IPAddress("10.64.0.0"))))
        #expect(!range.contains(try #require(IPAddress("::"))))
        #expect(try #require(AddressRange("::/0")).contains(try #require(IPAddress("ff02::1"))))
        for text in [
            "", "10", "10.0.0/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8",
            "10.0.0.1/8",
            "::/129", "::1/64", "localhost", "127.1", "0x7f.0.0.1", " 127.0.0.1",
        ] {
            #expect(AddressRange(text) == nil, "\(text)")
        }
    }

    @Test("through a proxy, which resolves names itself, inner addresses and names are refused all the same")
    func proxied() {
        for host in ["localhost", "a.localhost", "127.0.0.1", "10.0.0.1", "::1", "fe80::1"] {
            #expect(Self.nowhere.objection(toProxied: host) != nil, "\(host)")
        }
        for host in ["node.example", "abcdef.onion", "8.8.8.8", "notlocalhost"] {
            #expect(Self.nowhere.objection(toProxied: host) == nil, "\(host)")
        }
        let local = AddressPolicy(networks: AddressRange("127.0.0.0/8").map { [$0] } ?? [], hosts: [])
        #expect(local.objection(toProxied: "localhost") == nil)
    }
}
