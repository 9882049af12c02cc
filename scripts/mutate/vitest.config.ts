import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['lib/memory/**/*.test.ts'],
    // It reads the sources as text, which are not themselves while they are broken.
    exclude: ['lib/memory/purity.test.ts'],
    isolate: false,
    setupFiles: ['scripts/mutate/fewer-runs.ts'],
  },
})
