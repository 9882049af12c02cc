import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The signal that ends a model's request at its source, for the `fetch` below the SDK. It is not given to the SDK
 * itself, which throws away what it has not passed on as soon as it hears of an abort: what had come is to be kept.
 */
export const stopSignal = new AsyncLocalStorage<AbortSignal>()
