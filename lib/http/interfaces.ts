const PATHS: ReadonlySet<string> = new Set([
  '/ask',
  '/ask_stream',
  '/code_assist',
  '/get_history',
  '/clear_history',
  '/list_sessions',
])

/** Whether other programs call it: all else is the page's own, and answers to nobody but the page. */
export const isInterface = (pathname: string): boolean => PATHS.has(pathname) || pathname.startsWith('/v1/')
