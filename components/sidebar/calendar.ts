import { useEffect, useState } from 'react'
import type { Calendar } from './day-groups'

const QUARTER_HOUR = 900_000

/** Every zone's midnight falls on a quarter of an hour, so that a look at each of them misses no new day. */
const untilNextQuarter = (now: Date): number => QUARTER_HOUR - (now.getTime() % QUARTER_HOUR)

/**
 * The calendar of whoever reads. It begins as the server's, so that the first render is the one that the
 * server sent, becomes the browser's at once, and follows the day.
 */
export function useCalendar(server: { now: string; timeZone: string }): Calendar {
  const [calendar, setCalendar] = useState<Calendar>(() => ({
    now: new Date(server.now),
    timeZone: server.timeZone,
  }))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      clearTimeout(timer)
      const now = new Date()
      setCalendar({ now, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
      timer = setTimeout(look, untilNextQuarter(now))
    }
    const lookWhenSeen = () => {
      if (document.visibilityState === 'visible') look()
    }
    look()
    document.addEventListener('visibilitychange', lookWhenSeen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', lookWhenSeen)
    }
  }, [])
  return calendar
}
