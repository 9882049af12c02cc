import type { Behaviour } from '../fake-upstream/behaviour.ts'
import { type Asking, askAt, DOORS, type Door, isOpenai, type Told } from '../support/doors.ts'
import { words } from '../support/held-answer.ts'
import { beginSession, expectUsable, storedAnswer } from '../support/held-doors.ts'
import { expect, test } from '../support/test.ts'

type Fault = {
  what: string
  query: string
  /** What the upstream does, where a marker in the query cannot say it. */
  behaviour?: Behaviour
  status: number
  code: string
  /** By its other name. */
  openaiCode?: string
  retryAfter?: string
  /** What came before it. */
  text: string
  stored: 'failed' | 'interrupted'
}

const CAME = 'word1 word2 word3 word4 '
const HALF = { raw: { after: 2, text: 'data: {"choices":[{"del\n\n' } }
const failed = { text: '', stored: 'failed' } as const
const limited = { code: 'model_rate_limited', openaiCode: 'rate_limit_exceeded', retryAfter: '7' }

const faults: Fault[] = [
  {
    what: 'a key that is not taken',
    query: '[[status 401]]',
    status: 502,
    code: 'model_unauthorized',
    ...failed,
  },
  { what: 'too many requests', query: '[[status 429 7]]', status: 429, ...limited, ...failed },
  { what: 'a failure', query: '[[status 500]]', status: 502, code: 'model_failed', ...failed },
  {
    what: 'nothing in place of an answer',
    query: 'nothing',
    behaviour: { reply: { status: 204, body: '' } },
    status: 502,
    code: 'model_unreadable',
    ...failed,
  },
  {
    what: 'a connection that breaks off',
    query: '[[words 9]] [[die 4]]',
    status: 502,
    code: 'model_incomplete',
    text: CAME,
    stored: 'interrupted',
  },
  {
    what: 'an end in the middle',
    query: '[[words 9]] [[cut 4]]',
    status: 502,
    code: 'model_incomplete',
    text: CAME,
    stored: 'interrupted',
  },
  {
    what: 'a failure in the middle',
    query: '[[words 9]] [[error 4]]',
    status: 502,
    code: 'model_failed',
    text: CAME,
    stored: 'failed',
  },
  {
    what: 'garbage in the middle',
    query: 'garbage',
    behaviour: { text: 'one two three', ...HALF },
    status: 502,
    code: 'model_unreadable',
    text: 'one two ',
    stored: 'failed',
  },
]

/** What the program is told that asked through this door. */
function toldAt(door: Door, { status, code, openaiCode = code, text, stored }: Fault): Told {
  // The other programs are given what came of an answer that was cut off, with a warning.
  if (!isOpenai(door) && stored === 'interrupted') return { how: 'cut', text, code: null, status: 200 }
  const error = { how: 'failed', code: isOpenai(door) ? openaiCode : code } as const
  // A stream has begun with its session, or with its first words.
  const hasBegun = door.streams && (!isOpenai(door) || text !== '')
  return hasBegun ? { ...error, text, status: 200 } : { ...error, text: '', status }
}

/** One question through each door, at the same time. */
const askEverywhere = (base: string, query: string, sessions: readonly string[]) =>
  DOORS.map((door, index) => {
    const sessionId = sessions[index] ?? ''
    return { door, sessionId, query, asking: askAt(door, base, query, { sessionId }) }
  })

async function expectFault(
  base: string,
  fault: Fault,
  asked: readonly { door: Door; sessionId: string; query: string; asking: Asking }[],
) {
  const { code, text, stored, retryAfter } = fault
  for (const { asking, ...each } of asked) {
    const { door } = each
    const told = await asking.told
    expect(told, door.name).toEqual(toldAt(door, fault))
    if (told.status === 429) expect(asking.headers()?.get('retry-after'), door.name).toBe(retryAfter)
    const answer = door.keeps ? { status: stored, text, code } : null
    expect(await storedAnswer(base, each), door.name).toEqual(answer)
  }
}

for (const fault of faults)
  test(`${fault.what}: every door says so in its own shape, what came is kept, and the session is free`, async ({
    app,
    upstream,
  }) => {
    const sessions = await Promise.all(DOORS.map(() => beginSession(app.url)))
    const { behaviour, query } = fault
    if (behaviour) upstream.script(...DOORS.map(() => behaviour))
    const asked = askEverywhere(app.url, query, sessions)
    await expectFault(app.url, fault, asked)
    for (const each of asked) await expectUsable(app.url, each)
  })

const TIMEOUT = { status: 504, code: 'model_timeout', stored: 'failed' } as const

test('silence is given up, and a server that is gone is named, at every door', async ({ launch }) => {
  const app = await launch({ MODEL_FIRST_BYTE_MS: '1000', MODEL_SILENCE_MS: '1000' })
  const sessions = () => Promise.all(DOORS.map(() => beginSession(app.url)))
  for (const fault of [
    { what: 'no answer', query: '[[never]]', text: '', ...TIMEOUT },
    { what: 'silence', query: '[[words 9]] [[silent 4]]', text: CAME, ...TIMEOUT },
  ]) {
    const asked = askEverywhere(app.url, fault.query, await sessions())
    await expectFault(app.url, fault, asked)
    for (const each of asked) await expectUsable(app.url, each)
  }

  const before = await sessions()
  await app.stop()
  const gone = await launch({
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    DEFAULT_MODEL: 'compatible/fake-large',
  })
  const fault: Fault = { what: 'gone', query: 'hello?', status: 502, code: 'model_unreachable', ...failed }
  await expectFault(gone.url, fault, askEverywhere(gone.url, fault.query, before))
})

const ends = [
  { what: 'no words at all', query: 'say nothing', behaviour: { text: '' }, text: '', how: 'whole' },
  { what: 'the longest that the model can say', query: '[[words 9]] [[length]]', text: words(9), how: 'cut' },
] as const

for (const { what, query, text, how, ...fault } of ends)
  test(`${what}: no door takes it for a failure`, async ({ app, upstream }) => {
    const sessions = await Promise.all(DOORS.map(() => beginSession(app.url)))
    if ('behaviour' in fault) upstream.script(...DOORS.map(() => fault.behaviour))
    for (const { asking, ...each } of askEverywhere(app.url, query, sessions)) {
      const { door } = each
      // OpenAI's clients are told of the length by `finish_reason`.
      const told = isOpenai(door) ? 'whole' : how
      expect(await asking.told, door.name).toEqual({ how: told, text, code: null, status: 200 })
      await expectUsable(app.url, each)
    }
  })
