import { describe, expect, test } from 'vitest'
import { DIALECTS, useDatabase } from '../db/testing/use-database.ts'
import { limitTurns } from './limit-turns.ts'
import { createRateLimits } from './rate-limits.ts'
import type { StartedTurn } from './started-turn.ts'
import { message, OWNER, useChat } from './testing/use-chat.ts'

async function toEnd({ events }: StartedTurn): Promise<void> {
  let last: string | undefined
  for await (const { type } of events) last = type
  expect(last).toBe('end')
}

describe.each(DIALECTS)('turns that are counted on %s', (dialect) => {
  const db = useDatabase(dialect)
  const chats = useChat(db)
  const NOON = Date.UTC(2026, 10, 30, 12)

  function limited(limits: { turnsPerMinute?: number; tokensPerDay?: number }) {
    const { turns, tokens } = chats.chat
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const rateLimits = createRateLimits({
      rates: db.now.rates,
      clock: { now: () => new Date(NOON) },
      log,
      turnsPerMinute: limits.turnsPerMinute,
      tokensPerDay: limits.tokensPerDay,
    })
    return limitTurns(turns, { limits: rateLimits, tokens })
  }

  const tokensOfToday = async () => {
    const [tokens] = await db.now.rates.add([
      { kind: 'tokens', period: Math.floor(NOON / 86_400_000), who: 'a', count: 0 },
    ])
    return tokens
  }

  test('one too many is refused before anything is stored or asked', async () => {
    const turns = limited({ turnsPerMinute: 1 })
    await toEnd(await turns.start(OWNER, message('one'), { who: 'a' }))
    await expect(turns.start(OWNER, message('two'), { who: 'a' })).rejects.toMatchObject({
      code: 'rate_limited',
    })
    await toEnd(await turns.start(OWNER, message('three'), { who: 'b' }))
    const page = await db.now.sessions.list(OWNER, { cursor: null, limit: 10 })
    expect(page.sessions).toHaveLength(2)
  })

  test('the tokens of an answer count at its end', async () => {
    const turns = limited({ tokensPerDay: 1 })
    let told = 0
    await toEnd(await turns.start(OWNER, message('one'), { who: 'a', ended: () => told++ }))
    await expect.poll(tokensOfToday).toBeGreaterThan(0)
    expect(told).toBe(1)
    await expect(turns.start(OWNER, message('two'), { who: 'a' })).rejects.toMatchObject({
      code: 'rate_limited',
    })
  })

  test('and of one whose conversation is deleted while it is written', async () => {
    const turns = limited({ tokensPerDay: 1_000 })
    const { events } = await turns.start(OWNER, message('[[hold 2]] [[say]] one two three'), { who: 'a' })
    for await (const event of events) {
      if (event.type === 'delta') await chats.chat.forget.deleteSessions(OWNER, null)
    }
    await expect.poll(tokensOfToday).toBeGreaterThan(2)
  })
})
