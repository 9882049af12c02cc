import { classes } from '@/components/ui/classes'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { contextParts } from './context-parts'
import './context-bar.css'

type Props = {
  map: ContextMapView
  /** The ids of messages that are pinned, where that is known. */
  pinned?: ReadonlySet<string>
  className?: string
}

/** The context as a bar: one hue in steps, with patterns, so that it can be read without colour. */
export function ContextBar({ map, pinned, className }: Props) {
  return (
    <span aria-hidden className={classes('context-bar', className)}>
      {contextParts(map, pinned).map(({ key, look, tokens }) => (
        <span key={key} data-look={look} style={{ flexGrow: tokens }} />
      ))}
    </span>
  )
}
