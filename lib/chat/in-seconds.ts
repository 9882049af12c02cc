/** A time as the interfaces tell it: seconds since 1970, with a fraction. */
export const inSeconds = (time: Date): number => time.getTime() / 1_000
