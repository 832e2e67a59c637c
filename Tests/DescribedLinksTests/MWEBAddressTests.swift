import Testing

@testable import SchemeRouter

/// Addresses of Litecoin's extension block (MWEB), which no wallet here pays: named, and handed over unchanged.
@Suite struct MWEBAddressTests {
    private static let mweb =
        "ltcmweb1qqtcrtk3ykr42lyw4u2wl28av2vxv4e4k4l9psezvkn629zrsrp3xwqmk5rld3zz3g5r7u4ky5g2t7fa544cjl46du7uu0hqqfudaffhd2qnf4l73"

    @Test("It is named, in a link and alone, in capitals too", arguments: [false, true])
    func named(isInCapitals: Bool) {
        let text = isInCapitals ? Self.mweb.uppercased() : Self.mweb
        for link in ["litecoin:\(text)?amount=0.1", text] {
            let error = Reading.error(link)
            #expect(error?.code == .invalidAddress && error?.reason == "mwebAddress", "\(link)")
            #expect(error?.message.contains("MWEB address (main network)") == true, "\(error?.message ?? "")")
        }
    }

    @Test("The whole link is passed on to a program that pays it")
    func handedOver() {
        let link = "litecoin:\(Self.mweb)?amount=0.1&label=Tea"
        let foreign = Reading.router.linkToOtherAddress(Array(link.utf8))
        #expect(foreign?.text == link && foreign?.other?.address == Self.mweb)
    }

    @Test(
        "Another symbol, a shorter content, the newer checksum and a wrong character are refused as such",
        arguments: [
            "\(mweb.dropLast())q",
            "ltcmweb1pqtcrtk3ykr42lyw4u2wl28av2vxv4e4k4l9psezvkn629zrsrp3xwqmk5rld3zz3g5r7u4ky5g2t7fa544cjl46du7uu0hqqfudaffhd2q4w0xs7",
            "ltcmweb1qqtcrtk3ykr42lyw4u2wl28av2vxv4e4k4l9psezvkn629zrsrp3xwqmk5rld3zz3g5r7u4ky5g2t7fa544cjl46du7uu0hqqfudaffhd6llsgy",
            "ltcmweb1qqtcrtk3ykr42lyw4u2wl28av2vxv4e4k4l9psezvkn629zrsrp3xwqmk5rld3zz3g5r7u4ky5g2t7fa544cjl46du7uu0hqqfudaffhd2qx49nmn",
        ])
    func damaged(address: String) {
        let error = Reading.error("litecoin:\(address)")
        #expect(error?.code == .invalidAddress && error?.reason == RequestError.misspeltOther)
        #expect(Reading.router.linkToOtherAddress(Array("litecoin:\(address)".utf8)) == nil)
    }

    @Test("One of the test networks is not for money")
    func test() {
        let address =
            "tmweb1qqtcrtk3ykr42lyw4u2wl28av2vxv4e4k4l9psezvkn629zrsrp3xwqmk5rld3zz3g5r7u4ky5g2t7fa544cjl46du7uu0hqqfudaffhd2qjq5gzx"
        #expect(Reading.error("litecoin:\(address)")?.code == .wrongNetwork)
    }
}
