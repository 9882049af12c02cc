import type { Usage } from '@/lib/schemas/message'

type Props = { ours: number; usage: Usage }

/** What was sent, in tokens: as we counted it before, and as the provider says it was. */
export function CountedTwice({ ours, usage: { input, cachedInput } }: Props) {
  const columns = [
    ['Ours', count(ours)],
    ['The provider’s', count(input)],
    ['From its cache', count(cachedInput)],
    ['Difference', input === null ? NOT_SAID : difference(ours, input)],
  ]
  return (
    <table className="mt-2 w-full table-fixed text-small">
      <caption className="sr-only">Tokens of what was sent, counted twice</caption>
      <thead>
        <tr className="text-ink-3">
          {columns.map(([name]) => (
            <th
              key={name}
              scope="col"
              className="border-rule border-b pb-1 text-end align-bottom font-normal"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {columns.map(([name, value]) => (
            <td key={name} className="pt-1 text-end font-mono">
              {value}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

const NOT_SAID = '–'

const count = (tokens: number | null): string => tokens?.toLocaleString('en') ?? NOT_SAID

/** How much more, or with a minus less, the provider counted. */
function difference(ours: number, theirs: number): string {
  return (theirs - ours).toLocaleString('en', { signDisplay: 'exceptZero' })
}
