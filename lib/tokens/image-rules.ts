import { bareName } from './bare-name.ts'
import type { ImageDetail, ImageRule, PatchLimits } from './image-tokens.ts'

const HIGH: PatchLimits = { longestSide: 2_048, patches: 2_500 }
const ORIGINAL: PatchLimits = { longestSide: 6_000, patches: 10_000 }
/** What `low` was once; some models treat an image the same whatever is asked for. */
const WHATEVER: PatchLimits = { longestSide: 2_048, patches: 6_144 }
const THUMBNAIL: PatchLimits = { longestSide: 512, patches: Infinity }

const ANY_DETAIL = { low: WHATEVER, high: WHATEVER, original: WHATEVER }

const patches = (factor: number, limits: Record<ImageDetail, PatchLimits>): ImageRule => ({
  kind: 'patches',
  factor,
  limits,
})
const tiles = (base: number, tile: number): ImageRule => ({ kind: 'tiles', base, tile })

/**
 * The first that fits counts. From the tables of the guide that `imageTokens` names. Of the small models that it has
 * dropped from the table of sizes the larger limits of their kind are taken: at times it gave 1,536 patches for them.
 */
const RULES: readonly { names: RegExp; rule: ImageRule }[] = [
  {
    names: /^gpt-5\.6/,
    rule: patches(1.2, {
      low: THUMBNAIL,
      high: HIGH,
      original: { longestSide: 65_535, patches: Infinity },
    }),
  },
  { names: /^gpt-5\.5/, rule: patches(1.2, { low: THUMBNAIL, high: HIGH, original: ORIGINAL }) },
  { names: /^gpt-5\.4/, rule: patches(1.2, { low: WHATEVER, high: HIGH, original: ORIGINAL }) },
  { names: /^gpt-5\.2|^gpt-5-mini/, rule: patches(1.2, ANY_DETAIL) },
  { names: /^gpt-5-nano/, rule: patches(1.5, ANY_DETAIL) },
  { names: /^gpt-4\.1-mini/, rule: patches(1.62, ANY_DETAIL) },
  { names: /^gpt-4\.1-nano/, rule: patches(2.46, ANY_DETAIL) },
  { names: /^o4-mini/, rule: patches(1.72, ANY_DETAIL) },
  { names: /^gpt-5(\.1)?(-chat|-\d|$)/, rule: tiles(70, 140) },
  { names: /^gpt-4o-mini/, rule: tiles(2_833, 5_667) },
  { names: /^(gpt-4o|gpt-4\.1|chatgpt-4o)/, rule: tiles(85, 170) },
  { names: /^(o1|o3)(-|$)(?!mini)/, rule: tiles(75, 150) },
]

/**
 * A guess for what publishes no rule: the dearest patch that is published, as many as any limit but one allows, and no
 * discount for a small picture. Rather too much: too little has a request refused.
 */
const UNKNOWN: ImageRule = patches(2.46, { low: ORIGINAL, high: ORIGINAL, original: ORIGINAL })

/** How a model counts images, by its name; a guess where that is not known. */
export function imageRuleOf(modelName: string): ImageRule {
  const name = bareName(modelName)
  return RULES.find(({ names }) => names.test(name))?.rule ?? UNKNOWN
}
