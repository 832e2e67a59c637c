// Amounts, errors and the like are those of the wallet's side. Whoever imports this module has them without asking.
@_exported import RouterLinks
