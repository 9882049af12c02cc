'use client'

import { useConversation } from '@/components/context/conversation'
import { type LineState, lineSentence, lineStates } from '@/components/context/line-state'
import { firstWords } from '@/components/context/panel/first-words'
import { toolNames } from '@/components/context/tool-names'
import { speakerOf } from '@/components/context/tool-words'
import type { ContextMapView } from '@/lib/schemas/context-map'
import './compare-messages.css'

/** How many of the newest messages are listed. */
const LISTED = 60

const NEXT = { tense: 'next' } as const

/** What becomes of a message, in one or two words. */
const SHORT: Record<LineState['kind'], string> = {
  sent: 'sent',
  fresh: 'sent',
  pinned: 'pinned',
  summary: 'in summary',
  leftOut: 'left out',
  excluded: 'excluded',
  answer: 'sent',
  later: 'sent',
  unknown: 'not known',
}

const inShort = (state: LineState): string =>
  state.kind === 'sent' && state.owed ? 'sent for now' : SHORT[state.kind]

/** The newest messages, and beside each what becomes of it by both settings, as the line shows it. */
export function CompareMessages({ a, b }: { a: ContextMapView; b: ContextMapView }) {
  const { messages, earlier } = useConversation()
  const listed = messages.filter(({ kind }) => kind === 'message').slice(-LISTED)
  const tools = toolNames(messages)
  const columns = [a, b].map((map) => ({ map, states: lineStates(listed, map, NEXT) }))
  const isCut = earlier || listed.length < messages.length
  return (
    <section aria-labelledby="compare-messages">
      <h3 id="compare-messages" className="pb-1 font-semibold">
        {isCut ? `The newest ${listed.length} messages` : 'All messages'}
      </h3>
      <table className="w-full table-fixed border-collapse text-start">
        <thead>
          <tr className="text-ink-3 text-small">
            <th scope="col" className="py-1 text-start font-medium">
              Message
            </th>
            {['A', 'B'].map((name) => (
              <th key={name} scope="col" className="w-22 py-1 ps-3 text-start font-medium drawer:w-32">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listed.map((message) => {
            const states = columns.map(({ states }) => states.get(message.id) ?? { kind: 'unknown' as const })
            const [inA, inB] = states.map(inShort)
            const differs = inA !== inB
            return (
              <tr key={message.id} className={differs ? 'bg-accent-soft' : undefined}>
                <th scope="row" className="truncate py-1 pe-2 text-start font-normal">
                  <span className={differs ? 'text-ink-2' : 'text-ink-3'}>
                    {speakerOf(message, tools.get(message.id))}{' '}
                  </span>
                  <bdi>{firstWords(message)}</bdi>
                </th>
                {states.map((state, index) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: A and B, always.
                    key={index}
                    data-line={state.kind}
                    title={lineSentence(state, columns[index]?.map ?? null, NEXT)}
                    className="compare-state py-1 ps-3 text-small"
                  >
                    {inShort(state)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
