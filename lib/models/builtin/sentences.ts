/** Sentences without the white space between them, those of several lines line by line; some may be empty. */
export const sentencesIn = (text: string): string[] =>
  text.split(/(?<=[.!?…]["'”’)]{0,3})\s+|(?<=[。！？])|\n/)
