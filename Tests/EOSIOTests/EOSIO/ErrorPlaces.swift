import Testing

@testable import RouterEOSIO

/// What an error is compared by.
func packError(_ path: String) -> PackError { PackError("", path: path) }

/// What an error is compared by.
func unpackError(_ code: UnpackError.Code, _ offset: Int) -> UnpackError { UnpackError(code, at: offset, "") }

/// What an error is compared by.
func abiError(_ code: ABIError.Code, _ subject: String) -> ABIError { ABIError(code, subject, "") }
