import { bytesInWords } from '../../components/remembered/state-words.ts'
import { LOCAL_OWNER } from '../../lib/schemas/owner.ts'
import type { MemoryState } from '../../lib/schemas/recall.ts'
import type { OpenMemory } from './open-memory.ts'

/** How the index stands, a line for each figure. */
export async function statusLines({ label, isOn, pages }: Pick<OpenMemory, 'label' | 'isOn' | 'pages'>) {
  const state = await pages.state(LOCAL_OWNER)
  return [
    `database       ${label}`,
    `exchanges      ${state.exchanges}, of ${state.sessions} ${state.sessions === 1 ? 'conversation' : 'conversations'}`,
    ...(isOn ? indexing(state) : ['recall         off (RECALL=0): nothing is indexed, nothing is found']),
    `failed         ${state.failed}`,
    `size           ${bytesInWords(state.bytes)}`,
  ]
}

const indexing = ({ waiting, withoutVector, model }: MemoryState) => [
  `waiting        ${waiting}, to be indexed by a running server`,
  `words only     ${withoutVector}, without a vector of the model yet`,
  `model          ${model}`,
]
