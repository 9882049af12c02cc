/**
 * Who wants to hear of every piece of a response, by the signal that its request goes with. Beside the words of an
 * answer the SDK tells of nothing that came, such as the comments with which a server says that it is still at work;
 * and of what is ours it hands only the signal on.
 */
const listeners = new WeakMap<AbortSignal, () => void>()

/** For as long as the signal is in use. */
export const onLifeSign = (signal: AbortSignal, listener: () => void): void =>
  void listeners.set(signal, listener)

/** To be called with every piece; does nothing where nobody wants to hear. */
export const lifeSignOf = (signal: AbortSignal | null | undefined): (() => void) =>
  (signal && listeners.get(signal)) ?? (() => undefined)
