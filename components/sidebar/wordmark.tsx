/** The name beside a piece of the line: sent, in the summary, left out. */
export function Wordmark() {
  return (
    <span className="flex select-none items-center gap-2.5 font-semibold text-ui tracking-tight">
      <svg width="3" height="20" viewBox="0 0 3 20" aria-hidden className="text-accent">
        <g stroke="currentColor" strokeWidth="3">
          <path d="M1.5 0V2M1.5 4V6" opacity="0.45" />
          <path d="M1.5 8V20" />
        </g>
      </svg>
      Throughline
    </span>
  )
}
