import { startFakeUpstream } from './start.ts'

/** `node e2e/fake-upstream/main.ts [port]`: the fake upstream as a process of its own; prints its address. */
const port = Number(process.argv[2] ?? 0)
const upstream = await startFakeUpstream({ port })
process.stdout.write(`fake upstream on ${upstream.url}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void upstream.close())
