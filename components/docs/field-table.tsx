import type { SchemaField } from './schema-fields'

const HEAD = 'pe-4 pb-1 text-start font-normal text-ink-3'
const CELL = 'border-rule border-t py-1.5 pe-4 align-top'

/** The fields of a body, or what stands beside it. */
export function FieldTable({ caption, fields }: { caption: string; fields: readonly SchemaField[] }) {
  if (fields.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by key.
    <div tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-small">
        <caption className="pb-2 text-start text-ink-2">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              Name
            </th>
            <th scope="col" className={HEAD}>
              What it is
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ path, type, required, description }) => (
            <tr key={path}>
              <th scope="row" className={`${CELL} whitespace-nowrap text-start font-mono font-normal`}>
                {path}
              </th>
              <td className={`${CELL} w-full`}>
                <span className="font-mono">{type}</span>
                {required && <span className="text-ink-3"> · always there</span>}
                {description && <p className="text-ink-2">{description}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
