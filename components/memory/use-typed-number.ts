import { useState } from 'react'

type Options = {
  /** null: none is in force. */
  value: number | null
  min: number
  max: number
  /** The number that was typed; null: it is none. */
  read: (text: string) => number | null
  write: (value: number) => string
  onChange: (value: number) => void
}

/**
 * A number that is typed. Only one within its bounds is handed on; what is typed stays as it is until one leaves.
 */
export function useTypedNumber({ value, min, max, read, write, onChange }: Options) {
  const [typed, setTyped] = useState<string | null>(null)
  const number = typed === null ? value : read(typed)
  const wrong = typed !== null && (number === null || number < min || number > max)
  return {
    wrong,
    shown: typed !== null && (wrong || number === value) ? typed : value === null ? '' : write(value),
    type(text: string) {
      setTyped(text)
      const next = read(text)
      if (next !== null && next >= min && next <= max) onChange(next)
    },
    leave() {
      if (!wrong) setTyped(null)
    },
    forget: () => setTyped(null),
  }
}
