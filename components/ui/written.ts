/** A number as it is read: "8,000". */
export const written = (number: number): string => number.toLocaleString('en')
