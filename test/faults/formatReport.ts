import type { FaultFigures } from './faultRun.ts'
import { type LinkScenario, linkFaults, promiseFiles, properties } from './linkScenarios.ts'
import { type Scenario, scenarios } from './scenarios.ts'

const beginning = `# Reliability

What the relay promises, the faults it is tried with, and what was measured last.

## Promises

- **P1** A publish is answered with \`result: true\` only when the message is in the store. With SQLite there is an fsync before the answer: the message survives a kill of the process and a loss of power. With Redis and \`appendfsync always\` the same holds for Redis and its host. With an AOF synced every second, it survives a kill of the relay. If Redis is killed or its host loses power, messages answered in the last 2 s may be lost, because Redis answers before it has written while an fsync is running.
- **P2** The relay offers every stored message to every subscriber of its topic except its publisher, until the subscriber acknowledges or fetches it or its TTL ends. A taken message goes earlier if its publisher, its address or the store needs room. Delivery is at least once on the wire and exactly once to the application: a client tells messages apart by topic and sha256, and *records before it acks*.
- **P3** The relay keeps the order of messages within one topic from one connection of a publisher.
- **P4** A publisher's own client id never receives its own message.
- **P5** A refusal has a code that says why, and whether to try again.
- **P6** The relay sees topic, size, tag, times, IP address and client id, but never plaintext or keys. It stores an address as a salted hash with the messages from it, for as long as they are stored.

The faults under "Figures" show P1 to P3 under load. These tests name each promise:

${Object.entries(promiseFiles)
  .map(([id, files]) => `- ${id}: ${linked(files)}`)
  .join('\n')}

## Rules of a run

- Faults come from a seed, which is printed; \`HAWSER_SEED\` repeats them.
- The load writes a ledger, independent of the relay: every publish and how it was answered, every delivery to an application, before its ack goes out. It is checked after the run: an acked message is with each subscriber exactly once and came once at most on each of its connections, one without an answer at most once, a refused one nowhere; order is as it was sent. \`test/faults/verifyLedger.test.ts\` takes deliveries out, puts them in twice, on one connection and on two, and changes them over, and sees it red.
- In F-R1 and F-R14 a dapp and a wallet of \`@hawser/sign\` are among the clients: what their applications hear once is P2 with the deduping of a real client.
- Clients do as official ones: the same publish again a second after a failure, after 15 s without an answer, and on the next connection; a new connection after 0.1 s, another node's turn when one is gone, no ping for 31 s ends a connection.
- Fewer faults than planned fail the run.
- Relay, Redis and clients share one machine and its loopback, with whatever else it does. *Stall of the machine* is how long the process of the clients itself was held up (p99); bounds in time allow three times that on top, counts allow nothing.

## Commands

- \`npm run test:faults\`: the quick form of all but F-R6, F-R8, F-R20, F-R21, with fewer faults than asked (F-R3 one round of ten and a hurried drain, F-R14 100 of 1,000, F-R15 1,000 of 10,000, F-R17 10 of 100), so that it takes three minutes; it is part of \`npm test\`.
- \`HAWSER_NIGHTLY=1 npm run test:faults\`: all, in full; it is part of \`npm run test:nightly\`, which writes this page at its end.
- \`node --import tsx --conditions=@hawser/source test/faults/writeReport.ts\`: writes this page from what ran since.

## Figures

*Struck* counts the faults. *Lost* is acked and missing at a subscriber, *duplicated* is given to an application again, *twice on one connection* was pushed again where it had been, *out of order* breaks P3: all four must be 0. *Again on the wire* was kept from the application by its client.
`

/** docs/reliability.md, of the last figures of each scenario. */
export function formatReport(figures: readonly FaultFigures[]): string {
  const dates = figures.map(({ date }) => date).sort()
  const machines = [...new Set(figures.map(({ machine }) => machine))]
  const when = `Measured ${[...new Set([dates[0], dates.at(-1)])].join(' to ')} on ${machines.join('; ')}.`
  const sections = scenarios.map((scenario) => sectionOf(scenario, figures))
  return `${beginning}\n${when}\n\n${sections.join('\n')}\n${formatLinkFaults()}`
}

/** The faults and properties that tests hold without figures. */
function formatLinkFaults(): string {
  const table = (rows: readonly LinkScenario[]) =>
    rows.map(({ id, fault, holds, files }) => `| ${id} | ${fault} | ${holds} | ${linked(files)} |`).join('\n')
  return `## Faults of a link

Faults of the network, the browser, the wallet and the link API. Their tests keep no figures.

| id | fault | must hold | shown by |
| --- | --- | --- | --- |
${table(linkFaults)}

## Properties

Tests try these with many altered or generated inputs, more of them in the nightly run.

| id | inputs | must hold | shown by |
| --- | --- | --- | --- |
${table(properties)}
`
}

function linked(files: readonly string[]): string {
  return files.map((file) => `[${file.split('/').at(-1)}](../${file})`).join(', ')
}

function sectionOf({ id, fault, holds, file }: Scenario, figures: readonly FaultFigures[]): string {
  const own = (['nightly', 'quick'] as const).flatMap((size) =>
    figures.filter((one) => one.id === id && one.size === size),
  )
  const head = `### ${id}\n\n${capital(fault)}. Must hold: ${holds}. [\`${file}\`](../${file})\n`
  if (own.length === 0) return `${head}\nHeld by its test; no figures are kept.\n`
  const names = [...new Set(own.flatMap((one) => Object.keys(one.figures)))]
  const rows = [
    ['', ...own.map(({ size }) => size)],
    ['---', ...own.map(() => '---')],
    ['struck, of planned', ...own.map(({ struck, planned }) => `${grouped(struck)} of ${grouped(planned)}`)],
    ...names.map((name) => [name, ...own.map((one) => grouped(one.figures[name]))]),
  ]
  return `${head}\n${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

function grouped(value: number | string | undefined): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
