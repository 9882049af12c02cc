import { log } from '@/lib/log'

/** The first thing a server does: the container begins to beat and to do its jobs before anyone asks. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { getContainer } = await import('@/lib/container')
  try {
    await getContainer()
  } catch (error) {
    log.error('The server could not be made ready; the next request tries again.', { error })
  }
}
