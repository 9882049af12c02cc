/** A model's name in small letters, without a provider's `vendor/` or `ft:` before it. */
export function bareName(modelName: string): string {
  const name = modelName.slice(modelName.lastIndexOf('/') + 1).toLowerCase()
  return name.startsWith('ft:') ? name.slice('ft:'.length) : name
}
