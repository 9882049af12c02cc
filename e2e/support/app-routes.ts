import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const APP = join(import.meta.dirname, '../../app')

/** Something that the application answers to: its address, with a value in the place of each parameter. */
export type AppRoute = { kind: 'page' | 'interface'; method: string; path: string }

/** All of them, from the files of `app/`: a new one is in the list as soon as it is there. */
export function appRoutes(): AppRoute[] {
  return readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .flatMap((file): AppRoute[] => {
      const [, folder = '', name] = /^(?:(.*)\/)?(page|route)\.tsx?$/.exec(file) ?? []
      if (name === undefined) return []
      const path = pathOf(folder)
      if (name === 'page') return [{ kind: 'page', method: 'GET', path }]
      return methodsIn(file).map((method) => ({ kind: 'interface', method, path }))
    })
}

/** Folders in parentheses group files alone. */
function pathOf(folder: string): string {
  const parts = folder.split('/').filter((part) => part !== '' && !/^\(.*\)$/.test(part))
  return `/${parts.map((part) => part.replace(/^\[{1,2}.*\]$/, 'x')).join('/')}`
}

function methodsIn(file: string): string[] {
  const source = readFileSync(join(APP, file), 'utf8')
  const exported = /^export (?:const|(?:async )?function) (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/gm
  const methods = [...source.matchAll(exported)].map(([, method = '']) => method)
  if (methods.length === 0) throw new Error(`${file} exports no method in a way that this list can read.`)
  return methods
}
