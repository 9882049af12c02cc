import { getContainer } from '../container.ts'
import { route } from './route.ts'

/** A route about one session: one that has ended by now is unknown to it. */
export const sessionRoute: typeof route = (schemas, handler, options) =>
  route(
    schemas,
    async (inputs) => {
      const { settle } = await getContainer()
      await settle()
      return handler(inputs)
    },
    options,
  )
