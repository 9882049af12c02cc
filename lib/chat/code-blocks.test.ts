import { expect, test } from 'vitest'
import { codeBlocksOf } from './code-blocks.ts'

test('every fenced block with its language, in their order', () => {
  const text = 'Try\n\n```ts title="a"\nconst a = 1\n\n  b()\n```\n\nor\n\n~~~\n```\n~~~\nthen `c`.'
  expect(codeBlocksOf(text)).toEqual([
    { language: 'ts', code: 'const a = 1\n\n  b()' },
    { language: null, code: '```' },
  ])
})

test('in lists and quotes too, without what stands before their lines', () => {
  expect(codeBlocksOf('10. run\n\n    ```sh\n    ls\n      -l\n    ```\n\n> ```c++\n> x\n> ```')).toEqual([
    { language: 'sh', code: 'ls\n  -l' },
    { language: 'c++', code: 'x' },
  ])
})

test('one that the answer left open goes to its end', () => {
  expect(codeBlocksOf('```py\nprint(1)\n')).toEqual([{ language: 'py', code: 'print(1)' }])
})

test.each(['', 'no code', 'some `code` and ```more```', '    ```js\n    shown, not fenced\n    ```'])(
  '%j has none',
  (text) => expect(codeBlocksOf(text)).toEqual([]),
)

test('what would keep the server from answering is not looked through', () => {
  expect(codeBlocksOf(`${'> '.repeat(30_000)}\n\`\`\`\n`)).toBeNull()
  expect(codeBlocksOf(`${'- '.repeat(40)}a\n\`\`\`\nb\n\`\`\``)).toBeNull()
  expect(codeBlocksOf(`\`\`\`\n${'a'.repeat(60_000)}\n\`\`\``)).toBeNull()
})
