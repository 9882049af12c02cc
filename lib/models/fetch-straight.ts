/**
 * `fetch` that follows no redirect: a conversation goes to the server that was configured, and to no other. The
 * response has the redirect's status, which is then told like any other refusal.
 */
export const fetchStraight: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })
