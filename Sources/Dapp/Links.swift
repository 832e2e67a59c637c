// Amounts, errors and other types are shared with the wallet's side. Importing this module imports them, too.
@_exported import RouterLinks
