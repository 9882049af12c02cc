/** @type {import('next').NextConfig} */
export default {
  // It is built beside a link to the application's packages, which the bundler follows within this folder alone.
  turbopack: { root: '/' },
}
