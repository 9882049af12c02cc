import { appRoutes } from './support/app-routes.ts'
import { expect, test } from './support/test.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const INTERFACES =
  /^\/(ask|ask_stream|code_assist|get_history|clear_history|list_sessions|v1\/(models|chat\/completions))$/

test('every interface says by which method it is asked', async ({ app }) => {
  const interfaces = appRoutes().filter(({ path }) => INTERFACES.test(path))
  expect(interfaces).toHaveLength(8)
  for (const { method: has, path } of interfaces) {
    for (const method of METHODS.filter((each) => each !== has)) {
      const response = await fetch(`${app.url}${path}`, { method })
      expect(response.status, `${method} ${path}`).toBe(405)
      expect(response.headers.get('allow'), `${method} ${path}`).toBe(has)
      expect(await response.json(), `${method} ${path}`).toMatchObject({
        error: { code: 'method_not_allowed', message: `${path} is asked by ${has}, not by ${method}.` },
      })
    }
    const options = await fetch(`${app.url}${path}`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')], path).toEqual([204, `${has}, OPTIONS`])
  }
})

test('what the door for clients of OpenAI does not have is told in their shape', async ({ app }) => {
  for (const path of ['/v1/responses', '/v1/embeddings', '/v1/chat', '/v1/models/fake-large'])
    for (const method of METHODS) {
      const response = await fetch(`${app.url}${path}`, { method })
      expect(response.status, `${method} ${path}`).toBe(404)
      const { error } = await response.json()
      expect(error, `${method} ${path}`).toMatchObject({ type: 'invalid_request_error', code: 'not_found' })
      expect(error.message).toContain(path)
      expect(error.message).toContain('/v1/chat/completions')
    }
})
