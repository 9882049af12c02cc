import { HELD, words } from '../support/held-answer.ts'
import { promptsOf } from '../support/prompts.ts'
import { askStream, readStream, streamEvents } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

test('100 readers go on with one /ask_stream, at every place, half of them while it is written: all get the same text', async ({
  app,
  upstream,
}) => {
  const body = { query: HELD }
  const events = streamEvents(await askStream(app.url, body))
  const runId = (await events.next()).value?.id?.replace(/:0:0$/, '')
  await upstream.waitFor(({ held }) => held)
  const goOn = () =>
    Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const offset = index % 18
        const response = await askStream(app.url, body, { 'last-event-id': `${runId}:0:${offset}` })
        return { before: words(9).slice(0, offset), response }
      }),
    )
  const during = await goOn()
  upstream.release()
  const reads = await Promise.all(
    [...during, ...(await goOn())].map(async ({ before, response }) => {
      const { text, names } = await readStream(response)
      return { text: before + text, last: names.at(-1) }
    }),
  )
  expect(reads).toEqual(Array(100).fill({ text: words(9), last: 'done' }))
  expect(promptsOf(upstream.requests)).toHaveLength(1)
})
