import { describe } from 'vitest'
import { storedTexts } from '../../recall/stored-texts.ts'
import { textIndexContract } from '../../recall/testing/text-index-contract.ts'
import { vectorStoreContract } from '../../recall/testing/vector-store-contract.ts'
import { createPgliteDatabase } from '../testing/pglite-database.ts'
import { documents } from '../testing/remembered.ts'
import { useDatabase } from '../testing/use-database.ts'

const DATABASES = [
  { name: 'sqlite', use: () => useDatabase('sqlite') },
  { name: 'postgres', use: () => useDatabase('postgres') },
  { name: 'postgres with pgvector', use: () => useDatabase('postgres', createPgliteDatabase) },
]
/** What the contracts name. */
const IDS = ['one', 'two', 'three', 'x']

describe.each(DATABASES)('on $name', ({ use }) => {
  const db = use()

  vectorStoreContract('stored vectors', async () => {
    const scope = await documents(db.now, IDS)
    return db.now.recallIndex.vectors(scope, { model: 'm', dimensions: 2 })
  })

  textIndexContract('stored texts', async () =>
    storedTexts(db.now.recallIndex.terms(await documents(db.now, IDS))),
  )
})
