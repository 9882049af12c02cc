import { checkHealth } from '@/lib/container/health'

export const dynamic = 'force-dynamic'

/**
 * 200 while a message can be taken, else 503. With `?live`: 200 while the process lives and its event loop turns, and
 * nothing is asked of the database. Answers to any name: those who watch over it call it by its address.
 */
export async function GET(request: Request): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  if (new URL(request.url).searchParams.has('live')) return Response.json({ live: true }, { headers })
  const report = await checkHealth()
  return Response.json(report, { status: report.ready ? 200 : 503, headers })
}
