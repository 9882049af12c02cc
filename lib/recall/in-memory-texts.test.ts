import { inMemoryTexts } from './in-memory-texts.ts'
import { textIndexContract } from './testing/text-index-contract.ts'

textIndexContract('the text index in memory', inMemoryTexts)
