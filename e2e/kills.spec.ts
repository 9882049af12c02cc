import { soak } from './soak/soak.ts'
import { ONE_PROCESS } from './support/one-process.ts'
import { envOf, expect, test } from './support/test.ts'

const KILLS = 3

test('killed again and again in the middle of turns under load: no accepted message is lost or doubled, every answer is whole or marked, no session stays locked', {
  tag: ONE_PROCESS,
}, async ({ database, upstream }) => {
  test.setTimeout(180_000)
  const seed = Date.now() % 1_000_000
  const { faults, accepted, answers } = await test.step(`seed ${seed}`, () =>
    soak({ env: envOf(database, upstream), kills: KILLS, seed }))
  expect(faults, `seed ${seed}`).toEqual([])
  expect(accepted).toBeGreaterThan(KILLS)
  expect(answers).toMatchObject({ complete: expect.any(Number), interrupted: expect.any(Number) })
})
