import fc from 'fast-check'
import type { Endpoint } from '../../lib/schemas/openapi-endpoint.ts'

/** A request that may be wrong in any way that HTTP can carry. */
export type Malformed = {
  endpoint: Endpoint
  query: string
  contentType: string | null
  body: Uint8Array<ArrayBuffer> | null
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** What programs send by mistake, and what others send on purpose. */
const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(
    '',
    ' \n\t',
    '\u0000',
    '\ud800',
    '<|endoftext|>',
    'a'.repeat(10_000),
    '../../etc/passwd',
    '\'; DROP TABLE "Session"; --',
    '%00',
    -1,
    0,
    1e308,
    2 ** 53,
    2_147_483_648,
    1.5,
    null,
    true,
    [],
    {},
    [[[[[[[[[[]]]]]]]]]],
  ),
)

const oddKey = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'sessionId', 'session_id', ' query', '\u0000'),
)

/** A valid body, wrong in one to three places. */
function mutated(example: Json): fc.Arbitrary<Json> {
  const step = fc.record({
    does: fc.constantFrom('replace', 'remove', 'add', 'wrap'),
    at: fc.nat(),
    key: oddKey,
    value: odd,
  })
  return fc
    .array(step, { minLength: 1, maxLength: 3 })
    .map((steps) => steps.reduce<Json>((body, each) => changed(body, each), example))
}

type Step = { does: string; at: number; key: string; value: Json }

/** Goes down by `at`, and changes what it comes to. */
function changed(body: Json, step: Step): Json {
  const { does, at, key, value } = step
  if (does === 'wrap' && at % 3 === 0) return [body]
  if (typeof body !== 'object' || body === null) return value
  const entries: [string, Json][] = Object.entries(body)
  const place = at % (entries.length + 1)
  const chosen = entries[place]
  const next = (() => {
    if (does === 'add' || !chosen) return [...entries, [key, value] as [string, Json]]
    if (does === 'remove') return entries.filter((entry) => entry !== chosen)
    const [name, old] = chosen
    const below =
      does === 'replace' && at % 2 === 0 ? value : changed(old, { ...step, at: Math.floor(at / 2) })
    return entries.map((entry) => (entry === chosen ? ([name, below] as [string, Json]) : entry))
  })()
  return Array.isArray(body) ? next.map(([, item]) => item) : Object.fromEntries(next)
}

const bytes = (text: string) => new TextEncoder().encode(text)

/** The text of a body, broken off or with something in it that does not belong there. */
function broken(json: Json): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  const whole = bytes(JSON.stringify(json))
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(whole) },
    { weight: 1, arbitrary: fc.nat(whole.length).map((end) => whole.slice(0, end)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(whole.length), fc.uint8Array({ minLength: 1, maxLength: 4 }))
        .map(([at, noise]) => new Uint8Array([...whole.slice(0, at), ...noise, ...whole.slice(at)])),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((noise) => new Uint8Array(noise)) },
  )
}

const json = 'application/json'
const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(json, json, 'application/json; charset=utf-8') },
  { weight: 1, arbitrary: fc.constantFrom(null, 'text/plain', 'multipart/form-data', 'application/jsonp') },
)

const query = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.constantFrom('cursor', 'limit', 'live', 'x'),
          fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('\u0000', '1e9', '-0', 'NaN')),
        ),
        { maxLength: 3 },
      )
      .map((pairs) => `?${new URLSearchParams(pairs)}`),
  },
)

/** As many requests as are asked for, always the same for one seed. */
export function malformedRequests(endpoints: readonly Endpoint[], count: number, seed: number): Malformed[] {
  const one = fc.constantFrom(...endpoints).chain((endpoint): fc.Arbitrary<Malformed> => {
    const { request } = endpoint
    const body = request ? mutated(request.example as Json).chain(broken) : fc.constant(null)
    const noQuery = fc.constant('')
    return fc.record({
      endpoint: fc.constant(endpoint),
      query: request ? noQuery : query,
      contentType: request ? contentType : fc.constant(null),
      body,
    })
  })
  return fc.sample(one, { numRuns: count, seed })
}
