import Glibc
import RouterCLinux
import RouterLinux

/// A file descriptor that is closed with its owner.
package struct OwnedDescriptor: ~Copyable {
    /// The number. Valid as long as this value lives.
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Releases the number without closing it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// The two ends of a pipe, both closed on exec.
    ///
    /// The numbers are at least 3: a process that was started with a closed standard stream would otherwise get 0, 1 or
    /// 2 here, and moving the ends to a child's standard streams would overwrite one with the other.
    package static func pipe() throws(SystemError) -> Pipe {
        guard let ends = Linux.pipe(O_CLOEXEC) else { throw .last }
        let low = Pipe(reading: OwnedDescriptor(ends.reading), writing: OwnedDescriptor(ends.writing))
        return Pipe(reading: try low.reading.movedUp(), writing: try low.writing.movedUp())
    }

    /// A duplicate descriptor of the same file, numbered 3 or higher.
    private borrowing func movedUp() throws(SystemError) -> OwnedDescriptor {
        let higher = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard higher >= 0 else { throw .last }
        return OwnedDescriptor(higher)
    }
}

package struct Pipe: ~Copyable {
    package let reading: OwnedDescriptor
    package let writing: OwnedDescriptor

    package consuming func keepingReading() -> OwnedDescriptor { reading }

    package consuming func keepingWriting() -> OwnedDescriptor { writing }
}
