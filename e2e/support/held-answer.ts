import type { FakeUpstream } from '../fake-upstream/start.ts'
import { begin } from './api.ts'

/** Asks for nine words, of which the last six come when the upstream is released. */
export const HELD = '[[words 9]] [[hold 3]]'

/** What the upstream says to `[[words n]]`. */
export const words = (count: number): string =>
  Array.from({ length: count }, (_, index) => `word${index + 1}`).join(' ')

/** Begins such an answer, and waits until the upstream holds it. `call`: what the upstream received. */
export async function beginHeld(base: string, upstream: FakeUpstream) {
  const begun = await begin(base, HELD)
  return { ...begun, call: await upstream.waitFor(({ held }) => held) }
}
