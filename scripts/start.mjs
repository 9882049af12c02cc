import { nodeProblem } from './check-node.mjs'

const problem = nodeProblem(process.versions.node, process.platform, process.arch)
if (problem === null) {
  import('./launch.mjs').then(({ launch }) => launch(process.argv.includes('--dev') ? 'dev.ts' : 'serve.ts'))
} else {
  console.error(problem)
  process.exitCode = 1
}
