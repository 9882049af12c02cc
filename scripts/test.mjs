import { nodeProblem } from './check-node.mjs'

const problem = nodeProblem(process.versions.node, process.platform, process.arch)
if (problem === null) {
  import('./run-tests.mjs').then(({ runTests }) => runTests())
} else {
  console.error(problem)
  process.exitCode = 1
}
