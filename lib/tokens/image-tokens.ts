/** `low`, `high` and `original` are as OpenAI's `detail` names them; what it leaves to the model is `original`. */
export type ImageSize = { width: number; height: number; detail: ImageDetail }

export type ImageDetail = 'low' | 'high' | 'original'

/** How a model counts an image. Sizes in pixels. */
export type ImageRule =
  /** So much for the image, and so much for each tile of 512 pixels that covers it; `low`: the base alone. */
  | { kind: 'tiles'; base: number; tile: number }
  /** Patches of 32 pixels, as many as `limits` leaves of them, each `factor` tokens. */
  | { kind: 'patches'; factor: number; limits: Record<ImageDetail, PatchLimits> }

/** What an image is made smaller to keep to. */
export type PatchLimits = { longestSide: number; patches: number }

type Size = { width: number; height: number }

const TILE = 512
const TILED_SQUARE = 2_048
const TILED_SHORT_SIDE = 768
const PATCH = 32

/**
 * The tokens of an image by the rules that OpenAI publishes in its guide "Images and vision", section "Calculating
 * costs" (developers.openai.com/api/docs/guides/images-vision, as of 2026): the text of its file is never counted.
 * Throws a RangeError for a size that no image has.
 */
export function imageTokens(rule: ImageRule, { width, height, detail }: ImageSize): number {
  for (const side of [width, height])
    if (!Number.isSafeInteger(side) || side < 1)
      throw new RangeError(`No image has a side of ${side} pixels.`)
  if (rule.kind === 'patches')
    // The product of two decimals may end a hair above a whole number.
    return Math.ceil(patchesOf({ width, height }, rule.limits[detail]) * rule.factor - 1e-9)
  return rule.base + (detail === 'low' ? 0 : rule.tile * tilesOf({ width, height }))
}

function tilesOf(image: Size): number {
  const inSquare = scaled(image, TILED_SQUARE / Math.max(image.width, image.height))
  const { width, height } = scaled(inSquare, TILED_SHORT_SIDE / Math.min(inSquare.width, inSquare.height))
  return Math.ceil(width / TILE) * Math.ceil(height / TILE)
}

function patchesOf(image: Size, limits: PatchLimits): number {
  const size = scaled(image, limits.longestSide / Math.max(image.width, image.height))
  const patches = covering(size)
  if (patches <= limits.patches) return patches
  const shrink = Math.sqrt((PATCH ** 2 * limits.patches) / (size.width * size.height))
  const across = (size.width * shrink) / PATCH
  const down = (size.height * shrink) / PATCH
  // Whole patches, in the direction that would lose most by them.
  const fit = Math.min(wholeOf(across), wholeOf(down))
  return Math.min(limits.patches, covering(scaled(size, shrink * fit)))
}

/** Of so many patches the share that is whole. A strip that is thinner than one stays as it is. */
const wholeOf = (patches: number) => (patches < 1 ? 1 : Math.floor(patches) / patches)

const covering = ({ width, height }: Size) => Math.ceil(width / PATCH) * Math.ceil(height / PATCH)

/** Whole pixels, never enlarged. */
function scaled({ width, height }: Size, factor: number): Size {
  if (factor >= 1) return { width, height }
  const side = (pixels: number) => Math.max(1, Math.floor(pixels * factor + 1e-9))
  return { width: side(width), height: side(height) }
}
