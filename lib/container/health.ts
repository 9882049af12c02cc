import { createHealth } from '../chat/health.ts'
import { getContainer } from '../container.ts'
import { log } from '../log.ts'

/** Less than what those who look after containers wait by default. */
const WITHIN_MS = 2_000

/** Also while the container cannot be built, because its database is away. */
export const { check: checkHealth } = createHealth({ open: getContainer, withinMs: WITHIN_MS, log })
