import { describe, expect, test } from 'vitest'
import { createJsonLogger } from './jsonLogger.ts'

describe('createJsonLogger', () => {
  function start(level: 'debug' | 'info' | 'warn' | 'error' | 'silent') {
    const written: Uint8Array[] = []
    let room = Number.POSITIVE_INFINITY
    const write = (bytes: Uint8Array) => {
      if (room === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      const taken = bytes.slice(0, room)
      room -= taken.length
      written.push(taken)
      return taken.length
    }
    const logger = createJsonLogger({ name: 'hawser-relay', level, now: () => 7, write })
    const lines = () => Buffer.concat(written).toString().split('\n').filter(Boolean)
    const setRoom = (bytes: number) => {
      room = bytes
    }
    return { logger, lines, setRoom }
  }

  test('a line has its level, time, process, name, fields and text', () => {
    const { logger, lines } = start('info')
    logger.warn({ count: 2, error: { code: 'x' } }, 'refused a client')
    expect(lines().map((line) => JSON.parse(line))).toEqual([
      {
        level: 40,
        time: 7,
        pid: process.pid,
        hostname: expect.any(String),
        name: 'hawser-relay',
        count: 2,
        error: { code: 'x' },
        msg: 'refused a client',
      },
    ])
  })

  test.each([
    ['debug', [20, 30, 40, 50, 60]],
    ['info', [30, 40, 50, 60]],
    ['warn', [40, 50, 60]],
    ['error', [50, 60]],
    ['silent', []],
  ] as const)('at level %s writes these levels: %j', (level, expected) => {
    const { logger, lines } = start(level)
    for (const log of [logger.debug, logger.info, logger.warn, logger.error, logger.fatal])
      log({}, 'a line\nwith a break')
    expect(lines().map((line) => JSON.parse(line).level)).toEqual(expected)
  })

  test('without room lines wait, whole, and the process continues', () => {
    const { logger, lines, setRoom } = start('info')
    setRoom(10)
    logger.info({}, 'first')
    logger.info({}, 'second')
    setRoom(Number.POSITIVE_INFINITY)
    logger.info({}, 'third')
    expect(lines().map((line) => JSON.parse(line).msg)).toEqual(['first', 'second', 'third'])
  })

  test('beyond a megabyte loses whole lines', () => {
    const { logger, lines, setRoom } = start('info')
    setRoom(0)
    for (let count = 0; count < 30; count += 1) logger.info({ count }, 'x'.repeat(100_000))
    setRoom(Number.POSITIVE_INFINITY)
    logger.info({ count: 30 }, 'small')
    expect(lines().map((line) => JSON.parse(line).count)).toEqual([...Array(10).keys(), 30])
  })
})
