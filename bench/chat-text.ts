import { createRandom, type Random } from './random.ts'

const TOPICS =
  'the export|our staging server|a sourdough starter|the quarterly report|my bicycle|this recursive query|the garden fence|a Kalman filter|the visa application|her dissertation|the compost heap|an OAuth callback|the choir rehearsal|that memory leak|the kitchen renovation|a chess opening|the insurance claim|our onboarding guide|the tide table|a Bayesian prior'.split(
    '|',
  )
const VERBS =
  'rewrite|explain|compare|summarise|postpone|debug|translate|outline|measure|reconsider|simplify|double-check|prioritise|photograph|benchmark|refactor|rehearse|illustrate|budget for|document'.split(
    '|',
  )
const REASONS =
  "it didn't work on Tuesday|I've only got €240 left|the deadline was moved to 14:30|nobody's sure who owns it|we'd rather not pay twice|the tests pass locally but fail in CI|my sister disagrees|it rains until Thursday|the vendor hasn't answered|there were 1,284 duplicates|I can't reproduce it|you said otherwise yesterday".split(
    '|',
  )
const OPENERS =
  'Good question.|That depends.|Short answer: yes.|Let me think this through step by step.|There are three parts to this.|I would not, and here is why.|Here is what I would do.|You are nearly there.'.split(
    '|',
  )
const SENTENCES = [
  'If you {verb} {topic} first, the rest becomes considerably easier, because {reason}.',
  'Most people {verb} {topic} too late; a checklist with {n} items usually helps.',
  'It is worth remembering that {topic} took about {n} minutes last time, and {reason}.',
  'Try to {verb} it without touching {topic}, then look at the difference.',
  'In that case I’d {verb} {topic} – not perfectly, just well enough to see whether it matters.',
  'The usual trade-off is between speed and clarity: {topic} needs both, which is unfortunate.',
  'See https://example.org/guides/{n}?topic={n}#part-{n} for the details.',
]
const ASKS = [
  'How do I {verb} {topic}? {reason}',
  'can you {verb} {topic} for me, {reason}…',
  'Please {verb} {topic} and keep it under {n} words.',
  'ok and what about {topic}?? 🙂',
  'Kannst du {topic} kurz erklären? Ich muss es bis {n}. Oktober fertig haben.',
  '¿Por qué debería {verb} {topic}?',
]
const BLOCKS = [
  '```ts\nexport function total{n}(rows: readonly Row[]): number {\n  return rows.reduce((sum, row) => sum + row.amount * {n}, 0)\n}\n```',
  '```sql\nSELECT id, created_at FROM orders WHERE total > {n} ORDER BY created_at DESC LIMIT 20;\n```',
  '1. **Gather** what you have about {topic}.\n2. **Decide** whether to {verb} it.\n3. **Stop** when {reason}.',
  '| option | cost | note |\n|---|---:|---|\n| {verb} | {n} | {reason} |\n| wait | {n} | – |',
]

/** About `length` characters of a made-up conversation, the same for the same seed. */
export function chatText(length: number, seed = 1): string {
  const random = createRandom(seed)
  const parts: string[] = []
  for (let size = 0; size < length; ) {
    const exchange = `${fill(random.pick(ASKS), random)}\n\n${answer(random)}\n\n`
    parts.push(exchange)
    size += exchange.length
  }
  return parts.join('')
}

function answer(random: Random): string {
  const paragraphs = Array.from({ length: 1 + random.below(4) }, () => {
    const sentences = Array.from({ length: 2 + random.below(4) }, () => random.pick(SENTENCES))
    return sentences.join(' ')
  })
  if (random.below(2) === 0) paragraphs.push(random.pick(BLOCKS))
  return fill(`${random.pick(OPENERS)} ${paragraphs.join('\n\n')}`, random)
}

function fill(template: string, random: Random): string {
  return template.replace(/\{(\w+)\}/g, (_, slot: string) => {
    if (slot === 'verb') return random.pick(VERBS)
    if (slot === 'topic') return random.pick(TOPICS)
    if (slot === 'reason') return random.pick(REASONS)
    return String(2 + random.below(9_998))
  })
}
