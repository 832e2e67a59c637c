#pragma once
#include <zlib.h>

/* Only `router` draws codes: packages that do not need the header of libqrencode. */
#if __has_include(<qrencode.h>)
#include <qrencode.h>
#endif
