/** A vector of length one as it is stored: its numbers as 32-bit floats, the lowest byte first. */
export function toVectorBytes(vector: Float32Array): Uint8Array<ArrayBuffer> {
  const length = Math.hypot(...vector) || 1
  const bytes = new Uint8Array(vector.length * Float32Array.BYTES_PER_ELEMENT)
  const view = new DataView(bytes.buffer)
  for (const [index, value] of vector.entries()) view.setFloat32(4 * index, value / length, true)
  return bytes
}
