/** Keys pressed together with Control, or on a Mac with Command. */
export type Shortcut = {
  /** As it is written. */
  key: string
  /** The place on the keyboard, for a letter that other layouts write otherwise. */
  code?: string
  shift: boolean
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Control counts on a Mac too: a keyboard may have no Command key. */
export function isPressed({ key, code, shift }: Shortcut, event: Pressed): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey !== shift) return false
  return code === undefined ? event.key === key : event.code === code
}

/** As the keys are written on this kind of machine: "⇧⌘O", "Ctrl ⇧ O". */
export function keysInWords({ key, shift }: Shortcut, { mac }: { mac: boolean }): string {
  return mac ? `${shift ? '⇧' : ''}⌘${key}` : `Ctrl ${shift ? '⇧ ' : ''}${key}`
}
