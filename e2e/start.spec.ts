import { say, threadOf } from './support/api.ts'
import { ONE_PROCESS } from './support/one-process.ts'
import { expect, test } from './support/test.ts'

test('a start says where it is, which database it keeps, and which model answers', {
  tag: ONE_PROCESS,
}, async ({ database, launch }) => {
  const app = await launch()
  await expect.poll(() => app.output()).toContain(`Throughline is at ${app.url}\n`)
  const place =
    database.url
      .replace(/^file:/, '')
      .split('/')
      .at(-1) ?? ''
  expect(app.output()).toMatch(new RegExp(`^  database  .*${place}$`, 'm'))
  expect(app.output()).toMatch(/^ {2}model {5}fake-large$/m)
  expect(await app.stop('SIGINT')).toBe(0)
})

test('two instances from one folder use one build and one database, and end without each other', {
  tag: ONE_PROCESS,
}, async ({ launch }) => {
  const [one, two] = await Promise.all([launch(), launch()])
  for (const { output } of [one, two]) await expect.poll(output).toContain('Throughline is at')
  const builds = (one.output() + two.output()).match(/^Building/gm) ?? []
  expect(builds.length).toBeLessThanOrEqual(1)
  const { sessionId } = await say(one.url, 'said to the one')
  await one.stop('SIGINT')
  const { messages } = await threadOf(two.url, sessionId)
  expect(messages).toHaveLength(2)
  expect((await fetch(`${two.url}/c/${sessionId}`)).status).toBe(200)
})
