// Requests to networks and their answers have their own module, because the program that opens the sockets has these
// types too, and nothing else of the engine. Importing the engine imports them too.
@_exported import RouterConnections
