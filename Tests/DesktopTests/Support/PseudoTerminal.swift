import Glibc
import RouterLinux

@testable import RouterDesktop

/// A terminal in software: what is written to the master is typed, what is shown is read from it.
enum PseudoTerminal {
    /// Opens one. `posix_openpt` and its kin are hidden from Swift, so this is what they do.
    static func open() throws(SystemError) -> (master: Int32, path: String) {
        let setLock: UInt = 0x4004_5431  // TIOCSPTLCK
        let getNumber: UInt = 0x8004_5430  // TIOCGPTN
        let master = unsafe Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlocked: Int32 = 0
        var number: UInt32 = 0
        guard master >= 0, unsafe ioctl(master, setLock, &unlocked) == 0, unsafe ioctl(master, getNumber, &number) == 0
        else {
            throw .last
        }
        var size = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
        return (master, "/dev/pts/\(number)")
    }
}
