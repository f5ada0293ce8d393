/** Places in what a test and its thread both see: the thread is in its loop; the test lets it out. */
export const [BUSY, LET_GO] = [0, 1];
