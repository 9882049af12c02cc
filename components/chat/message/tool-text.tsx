import { Folded } from './folded'

/** A few lines: what programs say to each other is seldom what one came to read. */
const LONG = { units: 640, lines: 8 }

/** What a tool is given, or gives, letter by letter. All of a long one scrolls in a part of the screen. */
export function ToolText({ text }: { text: string }) {
  return (
    <div className="ms-2 min-w-0 flex-1 border-rule border-s ps-3">
      <Folded text={text} long={LONG}>
        {(shown, all) => (
          <pre
            dir="auto"
            // What scrolls must be reached by the keyboard.
            tabIndex={all ? 0 : undefined}
            className="wrap-anywhere max-h-[60dvh] overflow-y-auto whitespace-pre-wrap font-mono text-ink-2 text-small"
          >
            {shown}
          </pre>
        )}
      </Folded>
    </div>
  )
}
