import { type Bound, type Result, verdict } from './result.ts'

const HEAD = ['#', 'work', 'medians', 'ratio', 'floor', 'aim', 'holds']

export function table(results: readonly Result[]): string {
  const rows = [HEAD, ...results.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '))
  return lines.join('\n')
}

function cells(result: Result): string[] {
  const { row, work, medians, ratio, floor, aim } = result
  const shown = ratio === null ? '–' : number(ratio)
  return [row, work, medians.join(' · '), shown, bound(floor), bound(aim), verdict(result)]
}

function bound(value: Bound | null): string {
  if (value === null) return ''
  return 'atMost' in value ? `≤ ${value.atMost}` : `≥ ${value.atLeast}`
}

/** Three digits, or all of those before the point. */
export function number(value: number): string {
  if (value === 0) return '0'
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : Number(value.toPrecision(3)).toString()
}

export function milliseconds(ms: number): string {
  return ms >= 1_000 ? `${number(ms / 1_000)} s` : `${number(ms)} ms`
}
