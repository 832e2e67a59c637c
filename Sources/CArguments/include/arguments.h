#pragma once
/* It declares nothing: arguments.c only has to be linked. */
