import { classes } from './classes'

/** A quiet point that breathes while something is being written. Says nothing itself: put words beside it. */
export function AnsweringMark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classes('inline-block size-1.5 animate-breathe rounded-full bg-accent', className)}
    />
  )
}
