#pragma once
#include <utf8proc.h>
#include <stdlib.h>
