/** Of length one; one without a direction stays as it is. */
export function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length > 0 ? vector.map((number) => number / length) : vector
}

/** 32-bit floats one after another, the lowest byte first, whatever the machine. */
export function packed(vector: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(vector.length * BYTES))
  vector.forEach((number, place) => {
    bytes.setFloat32(place * BYTES, number, true)
  })
  return new Uint8Array(bytes.buffer)
}

export function unpacked(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: bytes.byteLength / BYTES }, (_, place) =>
    view.getFloat32(place * BYTES, true),
  )
}

export const BYTES = 4
