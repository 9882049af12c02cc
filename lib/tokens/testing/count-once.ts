import { createCountThread } from '../count-thread.ts'

const { cl100k } = await createCountThread().count('a'.repeat(50_000))
process.stdout.write(String(cl100k))
