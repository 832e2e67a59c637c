// Network requests and responses have their own module, because the program that opens the sockets uses these types,
// too, but nothing else of the engine. Importing the engine also imports them.
@_exported import RouterConnections
