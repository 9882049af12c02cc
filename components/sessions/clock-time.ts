/** The time of day as a clock shows it: "15:32". `timeZone`: the browser's own where it is not given. */
export const clockTime = (time: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    time,
  )
