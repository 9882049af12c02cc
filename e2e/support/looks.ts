const look = (colorScheme: 'light' | 'dark', width: number) => ({
  name: `${colorScheme}, ${width} px`,
  width,
  /** For `test.use`. */
  options: { colorScheme, viewport: { width, height: 900 } },
})

const LIGHT_AND_WIDE = look('light', 1440)
const DARK_AND_NARROW = look('dark', 360)

/** Two looks between which all that can differ does. */
export const TWO_LOOKS = [LIGHT_AND_WIDE, DARK_AND_NARROW]

/** Every colour on every width. */
export const ALL_LOOKS = [LIGHT_AND_WIDE, look('light', 360), look('dark', 1440), DARK_AND_NARROW]
