import type { Answer, Evidence } from '../gather/evidence.ts'
import type { Finding } from './finding.ts'

/** A server's clock, from the header Date of a fresh answer. */
type Reading = { readonly name: string; readonly host: string; readonly aheadMs: number }

/** The link API gives a text five minutes, and relays tolerate as much in a token: a minute does no harm yet. */
const toleranceMs = 60_000

/** Compares the clocks of all servers with the clock of this machine. */
export function judgeClocks({ page, link, relays }: Pick<Evidence, 'page' | 'link' | 'relays'>): readonly Finding[] {
  const readings = [
    ...readAnswer('the page', page),
    ...(link === undefined ? [] : readAnswer('the link API', link.post)),
    ...relays.flatMap(({ url, fromPage }) => read('the relay', url, fromPage.date, fromPage.receivedAt)),
  ]
  if (readings.length === 0) return [{ check: 'clock', verdict: 'skipped', text: 'No server sent its time.' }]
  const off = readings.filter(({ aheadMs }) => Math.abs(aheadMs) > toleranceMs)
  const hosts = new Set(readings.map(({ host }) => host))
  const spread =
    Math.max(...readings.map(({ aheadMs }) => aheadMs)) - Math.min(...readings.map(({ aheadMs }) => aheadMs))
  if (off.length === readings.length && hosts.size > 1 && spread <= toleranceMs)
    return [
      {
        ...{ check: 'clock', verdict: 'doubtful', code: 'clock_here' },
        text: `All servers agree on the time, but the clock of this machine is ${describe(-(off[0]?.aheadMs ?? 0))} them.`,
        mend: 'Set the clock of the machine on which you run the doctor, and run it again.',
      },
    ]
  const one = (name: string) => off.filter((reading) => reading.name === name)
  const names = [...new Set(off.map(({ name }) => name))]
  if (names.length === 0)
    return [{ check: 'clock', verdict: 'good', text: 'The clocks of the servers are right to within a minute.' }]
  return names.map((name) => ({
    ...{ check: 'clock', verdict: 'wrong', code: 'clock_off' },
    text: `The clock of ${name} is ${describe(one(name)[0]?.aheadMs ?? 0)} the clock of this machine.`,
    mend: 'Set the clock of that server (and of this machine) with NTP. Texts to sign and tokens are valid for minutes: they expire at once, or are not valid yet.',
  }))
}

function readAnswer(name: string, answer: Answer): readonly Reading[] {
  // A cached answer has the Date of its creation.
  if (answer.status === 'failed' || answer.headers.age !== undefined) return []
  return read(name, answer.url, answer.headers.date, answer.receivedAt)
}

function read(name: string, url: string, date: string | undefined, receivedAt: number): readonly Reading[] {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? [] : [{ name, host: new URL(url).hostname, aheadMs: time - receivedAt }]
}

function describe(aheadMs: number): string {
  const minutes = Math.abs(aheadMs) / 60_000
  const amount =
    minutes < 120
      ? `${Math.round(minutes)} minutes`
      : minutes < 2_880
        ? `${Math.round(minutes / 60)} hours`
        : `${Math.round(minutes / 1_440)} days`
  return `${amount} ${aheadMs > 0 ? 'ahead of' : 'behind'}`
}
