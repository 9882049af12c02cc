import { defineConfig, devices } from '@playwright/test'
import { ONE_PROCESS } from './e2e/support/one-process.ts'
import type { WorkerOptions } from './e2e/support/test.ts'
import { launchOptions } from './scripts/browser-here.mjs'

// The suites start the servers that they need (e2e/support), each with a database of its own.
export default defineConfig<object, WorkerOptions>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 1,
  projects: [
    { name: 'sqlite', use: { dialect: 'sqlite' }, testIgnore: '**/postgres/**' },
    // What goes through the interfaces alone is held on the other database too, where the database has a part in it.
    {
      name: 'postgres',
      use: { dialect: 'postgres' },
      testIgnore: [
        '**/sqlite/**',
        '**/ui/**',
        '**/shutdown.spec.ts',
        '**/slow-reader.spec.ts',
        '**/doors/upstream-faults.spec.ts',
      ],
    },
    // A part of what `npm run test:cluster` does with everything: two servers on one Postgres.
    {
      name: 'cluster-short',
      use: { dialect: 'postgres', servers: 2 },
      testMatch: ['**/e2e/clear.spec.ts', '**/retries.spec.ts', '**/ui/reload.spec.ts'],
      grepInvert: new RegExp(ONE_PROCESS),
    },
  ],
  retries: 0,
  timeout: 60_000,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: launchOptions(),
  },
})
