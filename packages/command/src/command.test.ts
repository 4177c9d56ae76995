import { describe, expect, test } from 'vitest'
import { type Command, type CommandWorld, createCommand, createCommandGroup } from './command.ts'
import { choice, list, required, secret, text, toggle, wholeNumber } from './setting.ts'

const settings = {
  port: wholeNumber('port', { range: [0, 65_535], default: 4402, meaning: 'port to listen on' }),
  logLevel: choice('log-level', {
    choices: ['info', 'warn'],
    default: 'info',
    meaning: 'the lowest level that is logged',
  }),
  origins: list('origins', {
    allowed: 'origins',
    parseItem: (item) => (item.startsWith('https://') ? item : undefined),
    explainItem: (item) => `${item} has no scheme`,
    meaning: 'pages that may',
  }),
  isQuiet: toggle('quiet', { meaning: 'prints less' }),
  password: secret(text('password', { meaning: 'of the store' })),
  maxMessage: wholeNumber('max-message', { range: [1, 10], default: 5, unit: 'bytes', meaning: 'one message' }),
}
const out = required(text('out', { placeholder: 'DIR', meaning: 'where it goes' }))

const greet = createCommand({
  summary: 'prints what it was told',
  settings,
  titles: { port: 'Address', maxMessage: 'Limits' },
  prefix: 'HAWSER_TEST_',
  load: async () => async (values, world) => {
    world.write(JSON.stringify(values))
    return 0
  },
})
const copy = createCommand({
  summary: 'copies',
  words: { usage: 'FROM [TO]', count: [1, 2] },
  settings: { out },
  load: async () => async (values, world, words) => {
    if (words[0] === 'broken') throw new Error('it broke\nfor a reason')
    world.write([values.out, ...words].join(' '))
    return 0
  },
})
const all = createCommandGroup({ summary: 'all', commands: { greet: async () => greet, copy: async () => copy } })

async function run(command: Command, args: readonly string[], environment: CommandWorld['environment'] = {}) {
  let stdout = ''
  let stderr = ''
  const code = await command.run(
    args,
    {
      write: (text) => {
        stdout += text
      },
      fail: (text) => {
        stderr += text
      },
      announce: () => {},
      now: () => 0,
      randomBytes: (length) => new Uint8Array(length),
      fetch: () => Promise.reject(new Error('no network in this test')),
      environment,
      onStop: () => {},
      columns: undefined,
      version: () => '1.2.3',
    },
    'hawser test',
  )
  return { code, stdout, stderr }
}
const told = async (args: readonly string[], environment: CommandWorld['environment'] = {}) => {
  const { stdout, stderr } = await run(greet, args, environment)
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

describe('settings', () => {
  test('a flag wins over its variable, which wins over the default', async () => {
    expect(await told([])).toEqual({ port: 4402, logLevel: 'info', isQuiet: false, maxMessage: 5 })
    const environment = { HAWSER_TEST_PORT: '1', HAWSER_TEST_QUIET: 'true', HAWSER_TEST_PASSWORD: 'hunter2' }
    expect(await told([], environment)).toMatchObject({ port: 1, isQuiet: true, password: 'hunter2' })
    expect(await told(['--port', '2'], environment)).toMatchObject({ port: 2 })
    expect(await told(['--port=3'], { HAWSER_TEST_PORT: '' })).toMatchObject({ port: 3 })
  })

  test('a list takes commas and repeated flags', async () => {
    const origins = ['https://a.example', 'https://b.example', 'https://c.example']
    expect(await told(['--origins', `${origins[0]}, ${origins[1]},`])).toMatchObject({ origins: origins.slice(0, 2) })
    expect(await told(origins.flatMap((origin) => ['--origins', origin]))).toMatchObject({ origins })
  })

  test('reports every problem at once, with the likely name', async () => {
    const { code, stderr } = await run(greet, ['--prot', '1', '--max-message', '11', '--log-level', 'loud'], {
      HAWSER_TEST_ORIGIN: 'x',
      HAWSER_TEST_ORIGINS: 'app.example',
    })
    expect(code).toBe(2)
    expect(stderr.split('\n')).toEqual([
      'hawser test: --prot is not an option. Did you mean --port?',
      'hawser test: HAWSER_TEST_ORIGIN is not a setting. Did you mean HAWSER_TEST_ORIGINS?',
      'hawser test: --log-level must be one of info, warn.',
      'hawser test: HAWSER_TEST_ORIGINS must be origins, separated by commas: app.example has no scheme.',
      'hawser test: --max-message must be a whole number from 1 to 10. See hawser test --help.',
      '',
    ])
  })

  test.each([
    [['--password', 's3cret'], /--password is not an option/],
    [['--port', 's3cret'], /--port must be a whole number/],
    [['--port=s3cret'], /--port must be a whole number/],
    [['--quiet=s3cret'], /--quiet takes no value/],
    [['--port'], /--port needs a value/],
    [['--port', '--quiet'], /--port needs a value/],
    [['s3cret'], /1 word is too many: this command takes options only/],
    [['--s3cret://x'], /An option is unknown/],
    [['-p', 's3cret'], /--p is not an option/],
    [['--__proto__'], /An option is unknown/],
    [['--constructor'], /--constructor is not an option/],
  ])('refuses %j without its value', async (args, message) => {
    const { code, stdout, stderr } = await run(greet, args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('s3cret')
  })

  test.each(['HAWSER_TEST_SERVICE_HOST', 'HAWSER_TEST_PORT_4402_TCP', 'HAWSER_TEST_IMAGE', 'PORT'])(
    'ignores %s of the environment',
    async (name) => expect(await told([], { [name]: 'x' })).toEqual(await told([])),
  )

  test('refuses a variable of an unknown limit: it would have no effect', async () => {
    const { stderr } = await run(greet, [], { HAWSER_TEST_MAX_SOMETHING_ELSE: '7' })
    expect(stderr).toMatch(/HAWSER_TEST_MAX_SOMETHING_ELSE is not a setting\./)
  })
})

describe('createCommand', () => {
  test('its help shows every setting, its variable, its default and its titles', async () => {
    expect((await run(greet, ['--help'])).stdout).toBe(`Usage: hawser test [options]

prints what it was told

Each option is an environment variable too, and the flag wins: --port is HAWSER_TEST_PORT.
A name in capitals is a secret, which has a variable and no flag.

Address:
  --port N              port to listen on (default 4402)
  --log-level WORD      the lowest level that is logged (default info)
  --origins LIST        pages that may
  --quiet               prints less
  HAWSER_TEST_PASSWORD  of the store

Limits:
  --max-message N       one message (default 5 bytes)

Also:
  --help                this text
  --version             the version
`)
  })

  test('words, required settings, and failures', async () => {
    expect(await run(copy, ['a', '--out', 'o', 'b'])).toEqual({ code: 0, stdout: 'o a b', stderr: '' })
    expect((await run(copy, [])).stderr).toBe(
      'hawser test: FROM is missing.\nhawser test: --out is missing. See hawser test --help.\n',
    )
    expect((await run(copy, ['a', 'b', 'c', '--out', 'o'])).stderr).toMatch(/1 word is too many: this command takes 2/)
    expect(await run(copy, ['broken', '--out', 'o'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'hawser test: it broke\n',
    })
    expect(await run(copy, ['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' })
  })
})

describe('createCommandGroup', () => {
  test('the first word names a command; its help lists all', async () => {
    expect((await run(all, ['copy', 'a', '--out', 'o'])).stdout).toBe('o a')
    expect((await run(all, ['copy', '--help'])).stdout).toMatch(/^Usage: hawser test copy FROM \[TO\] \[options\]\n/)
    for (const args of [[], ['help'], ['--help'], ['-h']])
      expect(await run(all, args)).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n {2}greet +prints what/) })
    expect((await run(all, ['--version'])).stdout).toBe('1.2.3\n')
  })

  test.each([[['constructor']], [['gret']], [['redis://u:s3cret@host']], [['--port', '1']]])('%j', async (args) => {
    const { code, stderr } = await run(all, args)
    expect(code).toBe(2)
    expect(stderr).toMatch(args[0] === 'gret' ? /Did you mean greet\?/ : /^hawser test: /)
    expect(stderr).not.toContain('s3cret')
  })
})
