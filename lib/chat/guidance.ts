import type { AskMetadata } from '../schemas/ask.ts'

/** Tone and depth by what the asker is said to know. */
const SKILLS = new Map([
  [
    'beginner',
    'The user is new to the subject: use plain words, explain every term, and go in small steps with an example.',
  ],
  [
    'novice',
    'The user knows a few basics: keep terms few, explain each where it first comes, and give an example.',
  ],
  [
    'moderate_learner',
    'The user knows the basics and is learning more: leave those out, explain what is new and why it is so.',
  ],
  [
    'intermediate',
    'The user is familiar with the subject: use its usual terms, and explain what is less common.',
  ],
  [
    'advanced',
    'The user knows the subject well: be precise, leave the basics out, and name limits and alternatives.',
  ],
  [
    'expert',
    'The user is an expert: be brief and exact, begin with what matters, and go into depth without explaining terms.',
  ],
])

/** Tone by how the asker is said to feel; an empty text: known, and nothing is said. */
const EMOTIONS = new Map([
  ['neutral', ''],
  ['curious', 'The user is curious: say how things hang together, and name one thing to look at next.'],
  [
    'frustrated',
    'The user is frustrated: be calm, acknowledge it in a few words, and come to a concrete next step at once.',
  ],
  ['happy', 'The user is in a good mood: answer in a warm and light tone.'],
  ['confused', 'The user is confused: go one step at a time, and say the main point again in other words.'],
  ['sad', 'The user is sad: be gentle and kind, and do not make light of it.'],
  ['excited', 'The user is excited: share the enthusiasm, and stay exact.'],
  [
    'anxious',
    'The user is anxious: be calm and reassuring, say what is certain, and keep to one step at a time.',
  ],
  ['angry', 'The user is angry: stay matter-of-fact and polite, do not argue, and say what can be done.'],
  ['bored', 'The user is bored: be lively and short, and use a striking example.'],
  [
    'stressed',
    'The user is stressed: be short and clear, with what matters first and nothing that can wait.',
  ],
])

/** Keys and values that are named in warnings; more are counted. */
const MOST_NAMED = 10
/** UTF-16 units of each. */
const LONGEST_NAME = 40

export type Guidance = {
  /** What is said to the model; may be empty. None of it is the caller's own words. */
  text: string
  /** What was known of the metadata. */
  understood: { skill: string | null; emotion: string | null }
  warnings: string[]
}

/** What metadata comes to. What is not known has no effect but a warning. */
export function guidanceFor(metadata: AskMetadata | null): Guidance {
  const { skill = null, emotion = null, ...others } = metadata ?? {}
  const [skilled, felt] = [known(SKILLS, skill), known(EMOTIONS, emotion)]
  const unknown = [
    ...(skill !== null && skilled === null ? [`skill ${inShort(skill)}`] : []),
    ...(emotion !== null && felt === null ? [`emotion ${inShort(emotion)}`] : []),
    ...Object.keys(others).map(inShort),
  ]
  const named = unknown.slice(0, MOST_NAMED)
  const more = unknown.length - named.length
  const texts = [skilled && SKILLS.get(skilled), felt && EMOTIONS.get(felt)]
  return {
    text: texts.filter(Boolean).join(' '),
    understood: { skill: skilled, emotion: felt },
    warnings: [
      ...named.map((name) => `metadata: ${name} is not known and had no effect.`),
      ...(more > 0 ? [`metadata: ${more} more are not known and had no effect.`] : []),
    ],
  }
}

function known(table: ReadonlyMap<string, string>, value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = value.trim().toLowerCase()
  return table.has(name) ? name : null
}

/** Quoted, and cut where it is long. What is no plain value may be nested deeper than can be written. */
function inShort(value: unknown): string {
  if (typeof value === 'object') return Array.isArray(value) ? '[…]' : '{…}'
  if (typeof value !== 'string') return String(value)
  const cut = value.length > LONGEST_NAME ? `${value.slice(0, LONGEST_NAME).toWellFormed()}…` : value
  return JSON.stringify(cut)
}
