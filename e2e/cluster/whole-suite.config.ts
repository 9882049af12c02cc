import { defineConfig } from '@playwright/test'
import config from '../../playwright.config.ts'
import { ONE_PROCESS } from '../support/one-process.ts'
import type { WorkerOptions } from '../support/test.ts'

// `npm run test:cluster`: all that is tested end to end, with two servers on one Postgres behind a round robin.
export default defineConfig<object, WorkerOptions>({
  ...config,
  testDir: '..',
  outputDir: '../../test-results',
  projects: [
    {
      name: 'cluster',
      use: { dialect: 'postgres', servers: 2 },
      testIgnore: '**/sqlite/**',
      grepInvert: new RegExp(ONE_PROCESS),
    },
  ],
})
