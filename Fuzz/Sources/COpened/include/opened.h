// How many files this program has opened.
unsigned long openedFiles(void);
