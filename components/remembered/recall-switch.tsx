'use client'

import Link from 'next/link'
import { useId, useRef, useState } from 'react'
import { getSettings } from '@/components/api/settings'
import { FROM_HINTS, FROM_NAMES } from '@/components/memory/recall-words'
import { SaveMark } from '@/components/settings/save-mark'
import { useAutosave } from '@/components/settings/use-autosave'
import { useSaveSettings } from '@/components/settings/use-save-settings'
import { FIELD } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { type RecallSettings, recallSettings } from '@/lib/schemas/memory-settings'

const isRemembered = ({ from, remembered }: RecallSettings) => from !== 'off' && remembered

type Props = { initial: RecallSettings; onSaved: (recall: RecallSettings) => void }

/** The two settings of recall that matter most here, for all conversations that have none of their own. */
export function RecallSwitch({ initial, onSaved }: Props) {
  const save = useSaveSettings()
  const show = useToast()
  const id = useId()
  const stored = useRef(initial)
  // Read anew, and only what was changed here is changed: the rest may have been elsewhere since the page was opened.
  const store = async (wanted: RecallSettings) => {
    const { from, remembered } = stored.current
    const { memory } = await getSettings()
    const recall = { ...initial, ...memory.recall }
    if (wanted.from !== from) recall.from = wanted.from
    if (wanted.remembered !== remembered) recall.remembered = wanted.remembered
    await save({ memory: { ...memory, recall } })
    stored.current = wanted
    onSaved(recall)
  }
  const { value, change, state, flush } = useAutosave(initial, store)
  const [isChanged, setIsChanged] = useState(false)
  const set = (wanted: RecallSettings) => {
    setIsChanged(true)
    change(wanted)
    void flush()
    if (isRemembered(value) && !isRemembered(wanted))
      show({
        text: 'What was indexed goes from the index. The conversations stay.',
        duration: 10_000,
        action: { label: 'Undo', onPress: () => set(value) },
      })
  }
  return (
    <section aria-label="Recall" className="flex flex-col gap-2 border-rule border-t py-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <label className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ui">
          Recall from
          <select
            aria-describedby={id}
            className={`${FIELD} h-9 w-auto! max-w-full font-normal`}
            value={value.from}
            onChange={(event) => set({ ...value, from: recallSettings.shape.from.parse(event.target.value) })}
          >
            {recallSettings.shape.from.options.map((each) => (
              <option key={each} value={each}>
                {FROM_NAMES[each]}
              </option>
            ))}
          </select>
        </label>
        {value.from !== 'off' && (
          <label className="flex min-h-9 items-center gap-2 font-medium text-ui">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={value.remembered}
              onChange={(event) => set({ ...value, remembered: event.target.checked })}
            />
            Remember what is said
          </label>
        )}
        <span className="ms-auto">{isChanged && <SaveMark state={state} onRetry={flush} />}</span>
      </div>
      <p id={id} className="text-ink-3 text-small">
        {FROM_HINTS[value.from]} This counts for conversations without settings of their own;{' '}
        <Link href="/settings#memory" className="-my-1 inline-block py-1 text-accent underline">
          all settings
        </Link>
        .
      </p>
    </section>
  )
}
