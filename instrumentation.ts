/** The first thing a server does: the container begins to beat and to do its jobs before anyone asks. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { warmUp } = await import('@/lib/container')
  await warmUp()
}
