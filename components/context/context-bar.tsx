import { classes } from '@/components/ui/classes'
import type { ContextMapView } from '@/lib/schemas/context-map'
import { contextParts } from './context-parts'
import './context-bar.css'

/** The context as a bar: one hue in steps, with patterns, so that it can be read without colour. */
export function ContextBar({ map, className }: { map: ContextMapView; className?: string }) {
  return (
    <span aria-hidden className={classes('context-bar', className)}>
      {contextParts(map).map(({ key, look, tokens }) => (
        <span key={key} data-look={look} style={{ flexGrow: tokens }} />
      ))}
    </span>
  )
}
