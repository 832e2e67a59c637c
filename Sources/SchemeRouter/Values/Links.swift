// What a link is made of has a module of its own, without any C library, because apps that ask need it too. Whoever imports
// the engine has it without asking.
@_exported import RouterLinks
