/** What a limit leaves when it has been passed, as `lib/memory` has it: a test holds the two equal. */
export const LOW_SHARE = 0.7
