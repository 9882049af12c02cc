import { titleKey } from '../schemas/title-key.ts'

/** The columns of a title, which change together. */
export const titled = <By extends 'none' | 'message' | 'model' | 'user'>(title: string, titleBy: By) => ({
  title,
  titleBy,
  titleKey: titleKey(title),
})
