import SchemeRouter

/// The exit codes of the command contract.
enum ExitCode: Int32, CaseIterable {
    case done = 0
    case none = 1
    case usage = 64
    case badLink = 65
    case noWallet = 66
    case noPrompt = 69
    case internalError = 70
    case cannotWrite = 73
    case answerUnknown = 74
    case busy = 75
    case networkRefused = 76
    case refusedByPolicy = 77
    case badConfiguration = 78
    case refused = 130

    init(_ outcome: Outcome) {
        switch outcome {
        case .paid, .finished, .toldAddress, .toldKeys, .replied, .handedOver, .opened: self = .done
        case .rejected(let error): self = ExitCode(error)
        case .refused, .timedOut: self = .refused
        case .unknown: self = .answerUnknown
        case .failed(let error): self = ExitCode(error.code)
        }
    }

    init(_ error: RequestError) {
        switch error.code {
        case .pluginFailed: self = .badConfiguration
        default: self = error.isRefusal ? .refused : .badLink
        }
    }

    init(_ code: ServiceError.Code) {
        switch code {
        case .noWallet: self = .noWallet
        case .unfitRequest: self = .badLink
        case .noPrompt, .noHandOverTarget: self = .noPrompt
        case .busy, .notEnoughMemory: self = .busy
        case .wrongPasscode: self = .refused
        case .answerUnknown: self = .answerUnknown
        case .networkUnreachable, .networkRefused: self = .networkRefused
        case .insufficientFunds, .refusedByPolicy, .refusedByCheck, .tooManyPasscodes, .tooManyRefusals, .tooManyHops,
            .accountFrozen, .notReplaceable, .unsupported:
            self = .refusedByPolicy
        case .noNetwork, .unsupportedNetwork, .badConfiguration, .accountNotKnown, .accountUnknown,
            .damagedKeystore, .pluginFailed:
            self = .badConfiguration
        case .cannotWrite: self = .cannotWrite
        case .internalError, .handOverFailed: self = .internalError
        }
    }
}
