import { describe, expect, test } from 'vitest'
import { at, exchange, OWNER, talk } from './testing/turns.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'
import { useForgetting } from './testing/use-forgetting.ts'

describe.each(DIALECTS)(
  'Clearing does not forget: what was forgotten before its session was deleted for good on %s',
  (dialect) => {
    const db = useDatabase(dialect)
    const { forget, undo, shown, read, purgeDue } = useForgetting(db)

    test('a final deletion takes what was forgotten too, at once', async () => {
      const { sessionId, last } = await talk(db.now, 2)
      const elsewhere = await exchange(db.now)
      await forget([last.userId], [elsewhere.answerId])
      await db.now.finalDeletion.begin(
        OWNER,
        { sessionId },
        { purgeId: 'f', now: at(11), takeOverAt: at(70) },
      )
      await expect(undo('f')).rejects.toMatchObject({ code: 'undo_expired' })
      await db.now.finalDeletion.finish(OWNER, 'f', at(12))
      expect(await read((tx) => tx.message.count({ where: { id: last.userId } }))).toBe(0)
      // The other part of that forgetting can still be undone.
      await undo()
      expect(await shown(elsewhere.sessionId)).toHaveLength(2)
      expect(await read((tx) => tx.session.count())).toBe(1)
    })

    test('a final deletion of all of a source leaves nothing to be undone', async () => {
      const { sessionId, userId } = await exchange(db.now, { kind: { source: 'interface' } })
      await forget([userId])
      await db.now.finalDeletion.begin(
        OWNER,
        { source: 'interface' },
        { purgeId: 'f', now: at(11), takeOverAt: at(70) },
      )
      await expect(undo()).rejects.toMatchObject({ code: 'undo_expired' })
      await db.now.finalDeletion.finish(OWNER, 'f', at(12))
      await purgeDue()
      expect(await read((tx) => tx.session.findMany({ where: { id: sessionId } }))).toEqual([])
      expect(await read((tx) => tx.session.count())).toBe(0)
    })
  },
)
