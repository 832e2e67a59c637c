"""What is mutated, and which tests matter for it."""
from fnmatch import fnmatch

# The first area that a file fits has it. After its files come the modules of tests that matter.
AREAS = {
    "amounts": (
        ["Sources/Links/Values/Amount*.swift", "Sources/SchemeRouter/Values/WholeNumber.swift",
         "Sources/SchemeRouter/Requests/LinkCost.swift", "Sources/SchemeRouter/Requests/Described/DescribedAmount.swift"],
        ["SchemeRouterTests", "DescribedLinksTests", "CoinsTests", "DappTests", "EOSIOTests"]),
    "limits": (
        ["Sources/SchemeRouter/Execution/PolicyCheck.swift", "Sources/SchemeRouter/Execution/LinkRateLimits.swift",
         "Sources/SchemeRouter/Execution/Proposal+Keys.swift", "Sources/SchemeRouter/Execution/IntentCheck.swift",
         "Sources/SchemeRouter/Services/Settings.swift", "Sources/SchemeRouter/Services/HandOverRule.swift"],
        ["CoinsTests", "DescribedLinksTests", "EOSIOTests"]),
    "consent": (
        ["Sources/SchemeRouter/Consent/*"],
        ["SchemeRouterTests", "CoinsTests", "DescribedLinksTests", "EOSIOTests"]),
    "addresses": (
        ["Sources/Coins/AddressKinds/*", "Sources/Bytes/Base58.swift",
         "Sources/Coins/Families/BitcoinFormat/Base58*",
         "Sources/Coins/Families/BitcoinFormat/Bech32.swift", "Sources/Coins/Families/BitcoinFormat/Address.swift",
         "Sources/Coins/Families/BitcoinFormat/LetterCase.swift", "Sources/Coins/Families/BitcoinFamily/AddressReading.swift",
         "Sources/SchemeRouter/Descriptors/AddressForm.swift", "Sources/SchemeRouter/Requests/AddressRefusal.swift"],
        ["BitcoinFormatTests", "DescribedLinksTests", "CoinsTests"]),
    "reading": (
        ["Sources/Links/*", "Sources/SchemeRouter/Grammars/*", "Sources/SchemeRouter/Requests/*",
         "Sources/SchemeRouter/Routing/*"],
        ["CoinsTests", "DescribedLinksTests", "SchemeRouterTests", "DappTests", "EOSIOTests"]),
    "replies": (
        ["Sources/SchemeRouter/Replies/*"],
        ["CoinsTests", "DescribedLinksTests", "EOSIOTests"]),
    "journal": (
        ["Sources/SchemeRouter/Execution/*", "Sources/SchemeRouter/Services/Journal/*",
         "Sources/Storage/SQLiteJournal.swift", "Sources/Wallet/History/*"],
        ["StorageTests", "CoinsTests", "DescribedLinksTests", "EOSIOTests", "WalletTests", "NetworksTests"]),
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
