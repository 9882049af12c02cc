import { Folded } from './folded'

/** Pasted files would bury the conversation. */
const LONG = { units: 2_400, lines: 24 }

/** What the user wrote, as it was written. */
export function UserText({ text }: { text: string }) {
  return (
    <div className="-mx-3 wrap-anywhere rounded-md bg-panel px-3 py-2">
      <Folded text={text} long={LONG}>
        {(shown) => (
          <p dir="auto" className="whitespace-pre-wrap">
            {shown}
          </p>
        )}
      </Folded>
    </div>
  )
}
