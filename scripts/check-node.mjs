// This file and start.mjs have to parse on Node 12, which must be able to say that it is too old.

/** @param {string} version @param {number} major @param {number} minor */
const atLeast = (version, major, minor) => {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

/**
 * Whether a Node runs TypeScript files as they are, and so the application.
 * @param {string} version as in `process.versions.node`
 */
export const runsTypeScript = (version) => atLeast(version, 22, 18)

/**
 * Why a Node cannot start the application, in one line; null when it can. Where the dependencies bring their own
 * Node, any Node that can install them will do.
 * @param {string} version
 * @param {string} platform
 * @param {string} arch
 * @returns {string | null}
 */
export const nodeProblem = (version, platform, arch) => {
  const bringsNode = platform === 'linux' && arch === 'x64'
  if (bringsNode ? atLeast(version, 20, 0) : runsTypeScript(version)) return null
  const needed = bringsNode ? '20' : '22.18'
  return `Throughline needs Node ${needed} or newer, and this is Node ${version}. Get one at https://nodejs.org`
}
