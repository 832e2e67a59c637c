#pragma once
/* Nothing to call: arguments.c only has to be linked. */
