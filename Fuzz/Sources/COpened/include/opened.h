// The number of files that this program has opened.
unsigned long openedFiles(void);
