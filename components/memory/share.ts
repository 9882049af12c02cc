/** The share from 0 to 1 that was typed, with a point or a comma; null for anything else. */
export function share(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  return /^(\d(\.\d{0,4})?|\.\d{1,4})$/.test(plain) ? Number(plain) : null
}
