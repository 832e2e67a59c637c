import Foundation
import Testing

@testable import SchemeRouter

@Suite struct ShippedDescriptorTests {
    static let table = Result { try RouteTable.load([.shipped]) }

    @Test("The shipped descriptors load")
    func loads() throws {
        do {
            _ = try RouteTable.load([.shipped])
        } catch {
            Issue.record("\(error.text)")
        }
    }
}
