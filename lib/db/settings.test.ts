import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../schemas/settings.ts'
import { DIALECTS, useDatabase } from './testing/use-database.ts'

describe.each(DIALECTS)('settings on %s', (dialect) => {
  const db = useDatabase(dialect)

  test('are the defaults until they are changed, field by field, for one owner', async () => {
    const { settings } = db.now
    expect(await settings.get('a')).toEqual(DEFAULT_SETTINGS)
    const memory = { maxExchanges: 3, maxTokens: null, useSummary: false }
    expect(await settings.update('a', { memory })).toEqual({ ...DEFAULT_SETTINGS, memory })
    const changed = { ...DEFAULT_SETTINGS, instructions: 'Be brief.', memory }
    expect(await settings.update('a', { instructions: 'Be brief.' })).toEqual(changed)
    expect(await settings.update('a', { modelTitles: false })).toEqual({ ...changed, modelTitles: false })
    expect(await settings.update('a', {})).toEqual({ ...changed, modelTitles: false })
    expect(await settings.get('b')).toEqual(DEFAULT_SETTINGS)
  })

  test('keep a prompt for summaries until it is the default again', async () => {
    const { settings } = db.now
    const summaryPrompt = 'In brief:\n{messages}'
    expect(await settings.update('a', { summaryPrompt })).toEqual({ ...DEFAULT_SETTINGS, summaryPrompt })
    expect(await settings.update('a', { instructions: '' })).toMatchObject({ summaryPrompt })
    expect(await settings.update('a', { summaryPrompt: null })).toEqual(DEFAULT_SETTINGS)
    expect(await settings.get('a')).toEqual(DEFAULT_SETTINGS)
  })
})
