import type { FaultFigures } from './faultRun.ts'
import { type LinkScenario, linkFaults, promiseFiles, properties } from './linkScenarios.ts'
import { type Scenario, scenarios } from './scenarios.ts'

const beginning = `# Reliability

This page lists the promises of the relay, the faults that its tests cause, and the last figures.

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
- The load writes a ledger, independent of the relay. It has every publish with its answer, and every delivery to an application, before its ack goes out. The run checks it at the end. Each subscriber has an acked message exactly once, and got it once at most on each of its connections. A message without an answer came once at most, a refused one nowhere. The order is that of publishing. \`test/faults/verifyLedger.test.ts\` removes deliveries, repeats them on one connection and on two, and reorders them: the check fails each time.
- In F-R1 and F-R14 a dapp and a wallet of \`@hawser/sign\` are among the clients: what their applications hear once is P2 with the deduping of a real client.
- Clients behave as official ones do. They repeat a publish a second after a failure, after 15 s without an answer, and on the next connection. They connect again after 0.1 s, to the other node if one is gone. A connection without a ping for 31 s ends.
- Fewer faults than planned fail the run.
- Relay, Redis and clients share one machine and its loopback, with whatever else it does. *Stall of the machine* is how long the process of the clients itself was held up (p99); bounds in time allow three times that on top, counts allow nothing.

## Commands

- \`npm run test:faults\`: the quick form, part of \`npm test\`. It leaves out F-R6, F-R8, F-R20 and F-R21, and causes fewer faults. The columns "quick" below have their numbers.
- \`HAWSER_NIGHTLY=1 npm run test:faults\`: all, in full; it is part of \`npm run test:nightly\`, which writes this page at its end.
- \`node --import tsx --conditions=@hawser/source test/faults/writeReport.ts\`: writes this page from what ran since.

## Figures

*Struck* counts the faults. A *lost* message is acked and missing at a subscriber. A *duplicated* one reached an application again. One *twice on one connection* was pushed again on a connection that had it. One *out of order* breaks P3. All four must be 0. *Again on the wire* counts repeats that the client kept from its application.
`

/** Builds docs/reliability.md from the latest figures of each scenario. */
export function formatReport(figures: readonly FaultFigures[]): string {
  const dates = figures.map(({ date }) => date).sort()
  const machines = [...new Set(figures.map(({ machine }) => machine))]
  const when = `Measured ${[...new Set([dates[0], dates.at(-1)])].join(' to ')} on ${machines.join('; ')}.`
  const sections = scenarios.map((scenario) => sectionOf(scenario, figures))
  return `${beginning}\n${when}\n\n${sections.join('\n')}\n${formatLinkFaults()}`
}

/** Lists the faults and properties that tests cover without figures. */
function formatLinkFaults(): string {
  const table = (rows: readonly LinkScenario[]) =>
    rows.map(({ id, fault, holds, files }) => `| ${id} | ${fault} | ${holds} | ${linked(files)} |`).join('\n')
  return `## Faults of a link

Faults of the network, the browser, the wallet and the link API. Their tests keep no figures.

| id | fault | must hold | shown by |
| --- | --- | --- | --- |
${table(linkFaults)}

## Properties

Tests try these with many altered or generated inputs: by day with a few thousand, always the same ones, and at night with a fifth of the volume, with new seeds. \`HAWSER_VOLUME=full npm run test:nightly\` tries all of it: 5 M frames, requests and texts, 10 M links and envelopes, 2 M listings and tokens.

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
