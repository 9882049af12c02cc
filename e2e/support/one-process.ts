/** The tag of a test that is about one process, such as its end by a signal: left out where there are several. */
export const ONE_PROCESS = '@one-process'
