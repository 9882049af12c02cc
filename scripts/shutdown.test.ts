import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { closeServer, onStop } from './shutdown.ts'

describe('onStop', () => {
  function setUp(stop = () => new Promise<void>(() => undefined)) {
    const exits: number[] = []
    const own = Object.assign(new EventEmitter(), {
      channel: undefined,
      exit: (code: number) => exits.push(code),
    })
    const clock = { now: 0 }
    let stops = 0
    onStop(
      () => {
        stops += 1
        return stop()
      },
      own as unknown as NodeJS.Process,
      () => clock.now,
    )
    return { own, exits, clock, stops: () => stops }
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s stops, and then the process ends well', async (signal) => {
    const { own, exits, stops } = setUp(async () => undefined)
    own.emit(signal)
    await expect.poll(() => exits).toEqual([0])
    expect(stops()).toBe(1)
  })

  test('one Ctrl-C that arrives twice counts once', () => {
    const { own, exits, clock, stops } = setUp()
    own.emit('SIGINT')
    clock.now = 20
    own.emit('SIGINT')
    expect(stops()).toBe(1)
    expect(exits).toEqual([])
  })

  test('a second Ctrl-C ends the process at once', () => {
    const { own, exits, clock } = setUp()
    own.emit('SIGINT')
    clock.now = 1_000
    own.emit('SIGINT')
    expect(exits).toEqual([130])
  })
})

describe('closeServer', () => {
  const key = Symbol.for('throughline.container')
  const place = globalThis as { [key]?: { stop(): Promise<void>; close(): Promise<void> } }
  afterEach(() => delete place[key])

  test('ends what the application runs, lets its last response out before it is closed, and takes no new request', async () => {
    const order: string[] = []
    let endResponse = (): unknown => undefined
    const server = createServer((_request, response) => {
      response.write('begun ')
      response.on('close', () => order.push('response'))
      endResponse = () => response.end('ended')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    place[key] = {
      async stop() {
        order.push('stop')
        endResponse()
      },
      close: async () => void order.push('close'),
    }

    const response = await fetch(url)
    await closeServer(server)
    expect(await response.text()).toBe('begun ended')
    expect(order).toEqual(['stop', 'response', 'close'])
    await expect(fetch(url)).rejects.toThrow()
  })

  test('a server whose application was never built closes all the same', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    await closeServer(server)
    expect(server.listening).toBe(false)
  })
})
