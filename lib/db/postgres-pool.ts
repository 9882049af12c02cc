import pg from 'pg'

/**
 * A pool that knows how often a connection was refused or lost: the driver's errors for that carry no code, and what
 * has none can only be told by what happened meanwhile.
 */
export type WatchedPool = { pool: pg.Pool; losses(): number }

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void

export function createPool(config: pg.PoolConfig): WatchedPool {
  let losses = 0
  const count = () => {
    losses++
  }
  const pool = new pg.Pool(config)
  // A listener for the client's whole life: a loss while nobody listens would end the process.
  pool.on('connect', (client) => client.on('error', count))

  const connect = pool.connect.bind(pool) as (callback: Connected) => void
  const watched = (callback: Connected) =>
    connect((error, client, release) => {
      if (error) count()
      callback(error, client, release)
    })
  const asPromise = () =>
    new Promise((resolve, reject) => {
      watched((error, client) => (error ? reject(error) : resolve(client)))
    })
  Object.assign(pool, { connect: (callback?: Connected) => (callback ? watched(callback) : asPromise()) })
  return { pool, losses: () => losses }
}
