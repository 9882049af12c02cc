import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const DATABASE_TESTS = ['lib/db/**/*.test.ts', '**/*.database.test.ts']

const base = {
  resolve: {
    alias: [
      { find: /^server-only$/, replacement: at('./lib/db/testing/empty.ts') },
      { find: /^@\//, replacement: at('./') },
    ],
  },
}
const test = { environment: 'node', testTimeout: 30_000, hookTimeout: 60_000 } as const
const exclude = ['**/node_modules/**', '.next/**']

export default defineConfig({
  ...base,
  test: {
    projects: [
      {
        ...base,
        test: {
          ...test,
          name: 'unit',
          include: ['{lib,components,scripts,app,bench,e2e}/**/*.test.{ts,tsx,mjs}'],
          exclude: [...exclude, ...DATABASE_TESTS],
        },
      },
      {
        ...base,
        // These run against both databases; only they wait for a Postgres server.
        test: {
          ...test,
          name: 'database',
          include: DATABASE_TESTS,
          exclude,
          globalSetup: ['lib/db/testing/global-setup.ts'],
        },
      },
    ],
  },
})
