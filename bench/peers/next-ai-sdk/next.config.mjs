import { join } from 'node:path'

/** @type {import('next').NextConfig} */
export default {
  // The packages are the application's own, so that both sides run the same versions.
  turbopack: { root: join(import.meta.dirname, '..', '..', '..') },
}
