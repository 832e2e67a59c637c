// What a program would do to a link with ada, the URL parser of Node.js: parse it, and read a part of it.
#include "ada.h"

// Parses concatenated links, and returns the total length of their hosts in bytes; -1 if one is refused.
extern "C" long ada_hosts(const char *text, const long *lengths, long count) {
  long bytes = 0;
  for (long index = 0; index < count; index++) {
    auto url = ada::parse<ada::url_aggregator>(std::string_view(text, static_cast<size_t>(lengths[index])));
    if (!url) return -1;
    bytes += static_cast<long>(url->get_host().size());
    text += lengths[index];
  }
  return bytes;
}
