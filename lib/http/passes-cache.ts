/** Whether a request wants its answer neither out of a cache nor into one: `cache-control: no-cache` or `no-store`. */
export const passesCache = ({ headers }: Request): boolean =>
  (headers.get('cache-control') ?? '')
    .split(',')
    .some((directive) => /^no-(cache|store)$/i.test(directive.trim()))
