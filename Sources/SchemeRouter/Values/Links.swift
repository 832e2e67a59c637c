// The types of links have their own module, without any C library, because requesting apps need them, too. Importing
// the engine also imports them.
@_exported import RouterLinks
