/** Keys pressed together with Control, or on a Mac with Command; or alone. */
export type Shortcut = {
  /** As it is written. */
  key: string
  /** The place on the keyboard, for a letter that other layouts write otherwise. */
  code?: string
  shift: boolean
  /** Without Control, on what has the focus. */
  alone?: boolean
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Control counts on a Mac too: a keyboard may have no Command key. */
export function isPressed({ key, code, shift, alone = false }: Shortcut, event: Pressed): boolean {
  if ((event.ctrlKey || event.metaKey) === alone || event.altKey || event.shiftKey !== shift) return false
  return code === undefined ? event.key === key : event.code === code
}

/** As the keys are written on this kind of machine: "⇧⌘O", "Ctrl ⇧ O". */
export function keysInWords({ key, shift, alone }: Shortcut, { mac }: { mac: boolean }): string {
  if (alone) return key
  return mac ? `${shift ? '⇧' : ''}⌘${key}` : `Ctrl ${shift ? '⇧ ' : ''}${key}`
}
