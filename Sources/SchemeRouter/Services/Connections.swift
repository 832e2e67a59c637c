// What networks are asked and answer has a module of its own, because the program that opens the sockets has these types
// too, and nothing else of the engine. Whoever imports the engine has them without asking.
@_exported import RouterConnections
