import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const HERE = dirname(fileURLToPath(import.meta.url))

const files = (await readdir(HERE)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const sources = await Promise.all(
  files.map(async (name) => [name, await readFile(join(HERE, name), 'utf8')] as const),
)

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

/** Static, re-exporting and dynamic imports alike. */
const imports = (source: string) =>
  [...source.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])(.*?)\1/g)].map((match) => match[2] ?? '')

describe('lib/memory', () => {
  test('is found', () => expect(files).toContain('index.ts'))

  test.each(sources)('%s imports nothing from outside', (_, source) => {
    for (const specifier of imports(source)) {
      expect(specifier).toMatch(/^\.\/[a-z-]+\.ts$/)
      expect(relative(HERE, resolve(HERE, specifier))).not.toMatch(/^\.\./)
    }
  })

  test.each(sources)('%s has no clock, randomness, or surroundings of its own', (_, source) => {
    const code = withoutComments(source)
    expect(code).not.toMatch(/\bprocess\s*[.[?]/)
    expect(code).not.toMatch(
      /\b(Date|performance|crypto|globalThis|fetch|setTimeout|setInterval|setImmediate|console)\b|Math\.random|\brequire\s*\(|node:/,
    )
  })

  test('runs in plain Node as it stands', async () => {
    const index = JSON.stringify(join(HERE, 'index.ts'))
    const script = `
      const { ConversationHistory, conversationMemory } = await import(${index})
      const history = new ConversationHistory(1)
      history.addQuery('hello', 'hi')
      const memory = conversationMemory({ maxExchanges: 0 }, { countTokens: (text) => text.length })
      const sent = await memory.process([{ role: 'assistant', content: 'a' }, { role: 'user', content: 'b' }])
      console.log(JSON.stringify([history.getContext(), sent]))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    expect(JSON.parse(stdout)).toEqual(['User: hello\nSystem: hi', [{ role: 'user', content: 'b' }]])
  })
})
