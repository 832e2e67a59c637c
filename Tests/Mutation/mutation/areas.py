"""What is mutated, and which tests matter for it."""
from fnmatch import fnmatch

# The first area that a file fits has it. After its files come the modules of tests that matter.
AREAS = {
    "amounts": (
        ["Sources/Links/Values/Amount*.swift", "Sources/SchemeRouter/Values/WholeNumber.swift",
         "Sources/SchemeRouter/Requests/AmountRequest.swift", "Sources/SchemeRouter/Requests/Described/DescribedAmount.swift"],
        ["SchemeRouterTests", "DescribedLinksTests", "CoinsTests", "DappTests", "MYKEYTests"]),
    "limits": (
        ["Sources/SchemeRouter/Execution/PolicyCheck.swift", "Sources/SchemeRouter/Execution/*Flood*.swift",
         "Sources/SchemeRouter/Execution/LinkManners.swift", "Sources/SchemeRouter/Execution/ReadBudget.swift",
         "Sources/SchemeRouter/Execution/ReplayRule.swift", "Sources/SchemeRouter/Execution/IntentCheck.swift",
         "Sources/SchemeRouter/Execution/FeeRate.swift", "Sources/SchemeRouter/Services/Settings.swift",
         "Sources/SchemeRouter/Services/HandOverRule.swift"],
        ["CoinsTests", "DescribedLinksTests", "MYKEYTests"]),
    "consent": (
        ["Sources/SchemeRouter/Consent/*"],
        ["SchemeRouterTests", "CoinsTests", "DescribedLinksTests", "MYKEYTests", "ESRTests"]),
    "addresses": (
        ["Sources/Coins/Families/AddressKinds/*", "Sources/Coins/Families/BitcoinFormat/Base58*",
         "Sources/Coins/Families/BitcoinFormat/Bech32.swift", "Sources/Coins/Families/BitcoinFormat/Address.swift",
         "Sources/Coins/Families/BitcoinFormat/LetterCase.swift", "Sources/Coins/Families/BitcoinFamily/AddressReading.swift",
         "Sources/SchemeRouter/Descriptors/AddressForm.swift"],
        ["AddressKindsTests", "BitcoinFormatTests", "DescribedLinksTests", "CoinsTests"]),
    "reading": (
        ["Sources/Links/*", "Sources/SchemeRouter/Grammars/*", "Sources/SchemeRouter/Requests/*",
         "Sources/SchemeRouter/Routing/*"],
        ["CoinsTests", "DescribedLinksTests", "SchemeRouterTests", "DappTests", "MYKEYTests", "ESRTests"]),
    "replies": (
        ["Sources/SchemeRouter/Replies/*"],
        ["CoinsTests", "MYKEYTests", "DescribedLinksTests", "ESRTests"]),
    "journal": (
        ["Sources/SchemeRouter/Execution/*", "Sources/SchemeRouter/Services/Journal/*",
         "Sources/Storage/SQLiteJournal.swift", "Sources/Wallet/History/*"],
        ["StorageTests", "CoinsTests", "DescribedLinksTests", "MYKEYTests", "WalletTests", "ESRTests", "CoreRPCTests"]),
}

# Suites that read the sources, which are not theirs here, and those that take minutes for each mutant.
LEFT_OUT = {
    "SourceRulesTests", "CitationTests", "EngineWordsTests", "ModuleGraphTests", "GuideBlocksTests", "DocumentationTests",
    "CrashExplorationTests",
}


def area_of(path):
    return next((area for area, (patterns, _) in AREAS.items() if any(fnmatch(path, p) for p in patterns)), None)


def modules_of(areas):
    """The modules of tests that the areas need, each once."""
    return list(dict.fromkeys(module for area in areas for module in AREAS[area][1]))
